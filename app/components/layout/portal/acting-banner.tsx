import { type SyntheticEvent, useEffect } from "react";
import { Form, href, useLocation } from "react-router";
import { roles } from "~/features/members/member";
import { forgetActing, rememberActing } from "~/islands/acting-hint";
import { importWhenOnline } from "~/lib/import-script";
import { useSendPageOnce } from "../../forms/use-send-once";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { cx } from "../../ui/cx";
import type { ShownActing } from "./portal-frame";

interface ActingBannerProps {
	/** The account's id. */
	account: string;
	acting: ShownActing;
}

/** Shown on every portal page to someone who uses an account that is not theirs. Static pages show a strip instead. */
export function ActingBanner({ account, acting: { role, name, until } }: ActingBannerProps) {
	const { pathname } = useLocation();
	const text = until ? `You are signed in as ${name} until ${until.text}.` : `You are using the account of ${name}.`;
	const sendOnce = useSendPageOnce();
	const leave = (event: SyntheticEvent) => {
		sendOnce(event);
		forgetActing();
	};
	const endsAt = until?.ms ?? null;
	useEffect(() => rememberActing({ role, account, text, endsAt }), [role, account, text, endsAt]);
	useEffect(() => {
		let isOver = false;
		let end = () => {};
		void importWhenOnline(async () => {
			const { guardActing } = await import("./acting-guard");
			if (!isOver) end = guardActing(role);
		});
		return () => {
			isOver = true;
			end();
		};
	}, [role]);
	return (
		<Alert tone="pending" title={text} className="mb-6">
			{/* On other pages it must not push their content off a phone's screen. */}
			<p className={cx(pathname !== href("/dashboard") && "max-sm:hidden")}>
				{role === "staff"
					? "The customer sees this in their activity. You can change DNS records, projects and notifications. Everything else is only for the customer."
					: `You can ${roles[role].may}. Its owner can see what you do here.`}
			</p>
			<Form method="post" action={href("/dashboard/stop")} reloadDocument className="mt-3" onSubmit={leave}>
				<Button type="submit" size="sm">
					{role === "staff" ? "Stop" : "Back to your account"}
				</Button>
			</Form>
		</Alert>
	);
}
