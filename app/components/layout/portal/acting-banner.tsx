import { Form, href } from "react-router";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";

/** Shown on every portal page while someone at the desk is signed in as the customer. */
export const ActingBanner = ({ name, until }: { name: string; until: string }) => (
	<Alert tone="pending" title={`You are signed in as ${name} until ${until}.`} className="mb-6">
		<p>The customer sees this in their activity. You can't spend money or change how they sign in.</p>
		<Form method="post" action={href("/dashboard/stop")} reloadDocument className="mt-3">
			<Button type="submit">Stop</Button>
		</Form>
	</Alert>
);
