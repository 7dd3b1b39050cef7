import { useEffect } from "react";
import { Form, href } from "react-router";
import { forgetActing, rememberActing } from "~/islands/acting-hint";
import { importWhenOnline } from "~/lib/import-script";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";

interface ActingBannerProps {
	/** The customer's. */
	name: string;
	/** When it ends. */
	until: string;
	/** The same in ms. */
	endsAt: number;
}

/** Shown on every portal page while someone at the desk is signed in as the customer. Static pages show a strip instead. */
export function ActingBanner({ name, until, endsAt }: ActingBannerProps) {
	useEffect(() => rememberActing({ name, until, endsAt }), [name, until, endsAt]);
	useEffect(() => {
		let isOver = false;
		let end = () => {};
		void importWhenOnline(async () => {
			const { guardActing } = await import("./acting-guard");
			if (!isOver) end = guardActing();
		});
		return () => {
			isOver = true;
			end();
		};
	}, []);
	return (
		<Alert tone="pending" title={`You are signed in as ${name} until ${until}.`} className="mb-6">
			<p>
				The customer sees this in their activity. You can change DNS records, projects and notifications. Everything
				else is only for the customer.
			</p>
			<Form method="post" action={href("/dashboard/stop")} reloadDocument className="mt-3" onSubmit={forgetActing}>
				<Button type="submit">Stop</Button>
			</Form>
		</Alert>
	);
}
