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
	title?: string;
	greeting?: string;
	/** Until the next page opens. */
	seconds?: number;
}

/** Welcomes the customer and then redirects to the page that they wanted to open. Only shown with script. */
export function SignedIn({
	arrival,
	title = "You are signed in",
	greeting = "Welcome back",
	seconds = 2,
}: SignedInProps) {
	const { next, sessionId, user } = arrival;
	const welcome = `${greeting}, ${user.firstName}.`;
	return (
		<ResultPage title={title}>
			<div className="grid gap-5">
				<account-record class="contents" data-user={JSON.stringify(user)} data-token={sessionId} />
				<delayed-redirect class="contents" data-to={next} data-seconds={seconds} />
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
