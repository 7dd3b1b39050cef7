import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { PanelFrame } from "./panel-frame";

const reasons = {
	used: {
		title: "This link was used already.",
		text: "Each link signs in once, so that no one who finds it later can use it.",
	},
	expired: { title: "This link has expired.", text: "A link waits five minutes to be opened." },
	unknown: { title: "This link is not one of ours.", text: "Perhaps a part of it got lost on the way." },
	out: { title: "You are signed out of the panel.", text: "It also closes automatically after half an hour." },
} as const;

type PanelClosing = keyof typeof reasons;

/** The panel's stand-in for visitors who are not signed in. */
export function PanelClosed({ reason }: { reason: PanelClosing }) {
	const { title, text } = reasons[reason];
	return (
		<PanelFrame title="Please sign in">
			<Alert tone={reason === "out" ? "info" : "danger"} role="status" title={title}>
				<p>{text} Open the panel again from your plan in the portal.</p>
			</Alert>
			<div>
				<ButtonLink href={href("/dashboard/hosting")}>To my hosting plans</ButtonLink>
			</div>
		</PanelFrame>
	);
}
