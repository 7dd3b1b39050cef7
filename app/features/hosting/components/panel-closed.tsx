import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { PanelFrame } from "./panel-frame";

const reasons = {
	used: {
		title: "This link has already been used.",
		text: "Each link works once, for your security.",
	},
	expired: { title: "This link has expired.", text: "A link works for five minutes." },
	unknown: { title: "This link is not valid.", text: "Part of it may be missing." },
	out: { title: "You are signed out of the panel.", text: "You are also signed out automatically after half an hour." },
} as const;

type PanelClosing = keyof typeof reasons;

/** The sandbox panel for visitors who are not signed in. */
export function PanelClosed({ reason }: { reason: PanelClosing }) {
	const { title, text } = reasons[reason];
	return (
		<PanelFrame title="Please sign in">
			<Alert tone={reason === "out" ? "info" : "danger"} role="status" title={title}>
				<p>{text} Open the panel again from your plan in the portal.</p>
			</Alert>
			<div>
				<ButtonLink href={href("/dashboard/hosting")}>Go to my hosting plans</ButtonLink>
			</div>
		</PanelFrame>
	);
}
