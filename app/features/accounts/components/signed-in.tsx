import { useEffect } from "react";
import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { rememberAccount } from "~/islands/account-hint";
import { toast } from "~/islands/toast";
import type { PublicUser } from "../account";
import { ResultPage } from "./result-page";
import { useDelayedRedirect } from "./use-delayed-redirect";

interface SignedInProps {
	arrival: {
		readonly next: string;
		readonly sessionId: string;
		readonly user: PublicUser;
	};
	greeting?: string;
}

/** Welcomes the customer and then redirects to the page that they wanted to open. */
export function SignedIn({ arrival: { next, sessionId, user }, greeting = "Welcome back" }: SignedInProps) {
	const welcome = `${greeting}, ${user.firstName}.`;
	useEffect(() => {
		rememberAccount(user, sessionId);
		toast(welcome, "success");
	}, [user, sessionId, welcome]);
	useDelayedRedirect(next, 2_000);
	return (
		<ResultPage title="You are signed in">
			<div className="grid gap-5">
				<Alert tone="success" role="status" title={welcome}>
					You'll be redirected in a moment.
				</Alert>
				<ButtonLink href={next}>{next === href("/dashboard") ? "Go to the dashboard" : "Continue"}</ButtonLink>
			</div>
		</ResultPage>
	);
}
