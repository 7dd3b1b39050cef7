import { Form, href } from "react-router";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";

/** Shown on every portal page while the account is closing, with a button to keep it. */
export function ClosingBanner({ closes }: { closes: string }) {
	return (
		<Alert tone="danger" title={`This account closes on ${closes}.`} className="mb-6">
			<p>
				You can keep your account until then. Auto-renew is off for your domains. Turn it on again for the domains you
				want to keep.
			</p>
			<Form method="post" action={href("/dashboard/account-settings/your-data")} className="mt-3">
				<input type="hidden" name="intent" value="keep" />
				<Button type="submit">Keep my account</Button>
			</Form>
		</Alert>
	);
}
