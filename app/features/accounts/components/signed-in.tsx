import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import type { PublicUser } from "../account";
import { ResultPage } from "./result-page";

interface SignedInProps {
	arrival: {
		readonly next: string;
		readonly sessionId: string;
		readonly user: PublicUser;
	};
	greeting?: string;
}

/** Welcomes the customer and then redirects to the page that they wanted to open. Only shown with script. */
export function SignedIn({ arrival: { next, sessionId, user }, greeting = "Welcome back" }: SignedInProps) {
	const welcome = `${greeting}, ${user.firstName}.`;
	return (
		<ResultPage title="You are signed in">
			<div className="grid gap-5">
				<account-record class="contents" data-user={JSON.stringify(user)} data-token={sessionId} />
				<delayed-redirect class="contents" data-to={next} data-seconds={2} />
				<output data-toast="success" hidden>
					{welcome}
				</output>
				<Alert tone="success" role="status" title={welcome}>
					You'll be redirected in a moment.
				</Alert>
				<ButtonLink href={next}>{next === href("/dashboard") ? "Go to the dashboard" : "Continue"}</ButtonLink>
			</div>
		</ResultPage>
	);
}
