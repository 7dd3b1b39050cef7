import { useEffect } from "react";
import { data, redirect } from "react-router";
import { useAnswer } from "~/components/forms/use-answer";
import { Narrow } from "~/components/layout/narrow";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { publicUser } from "~/features/accounts/account";
import { LoginForm } from "~/features/accounts/components/login-form";
import { Outcome } from "~/features/accounts/components/outcome";
import { SecondStepForm } from "~/features/accounts/components/second-step-form";
import { useDeparture } from "~/features/accounts/components/use-departure";
import { enter } from "~/features/accounts/enter";
import { sessionCookie, sessionTokenOf } from "~/features/accounts/session-cookie";
import { PasskeySignIn } from "~/features/passkeys/components/passkey-sign-in";
import { rememberAccount } from "~/islands/account-hint";
import { toast } from "~/islands/toast";
import { readForm, textsOf } from "~/lib/form-data";
import { failureData, isDataRequest } from "~/lib/responses";
import { leadingTo, safeRedirect, wantedPage } from "~/lib/safe-redirect";
import type { Route } from "./+types/login";

/** The signed-in page would be left at once. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Sign in") }];

const nextOf = (url: URL) => safeRedirect(url.searchParams.get("next"), "/dashboard");

export async function loader({ url, context }: Route.LoaderArgs) {
	if (await context.get(viewerContext).customer()) throw redirect(nextOf(url));
	return { wanted: wantedPage(url), passkey: await context.get(servicesContext).passkeys.request() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const { accounts, config, passkeys } = context.get(servicesContext);
	const form = await readForm(request);
	const before = sessionTokenOf(config.APP_ORIGIN, request.headers.get("Cookie"));
	const login = await enter({ accounts, passkeys }, Object.fromEntries(form), context.get(clientContext), before);
	if (!login.ok) {
		const { challenge, ...failure } = login.error;
		// The password was right: nothing has failed yet.
		if (failure.code === "two_factor_required") return { challenge, failure: undefined, values: undefined };
		return failureData(failure, { ...textsOf(form, ["email", "remember"]), challenge });
	}

	const { token, sessionId, remembered, user } = login.value;
	const next = nextOf(url);
	const headers = { "Set-Cookie": sessionCookie(config.APP_ORIGIN, token, remembered) };
	if (!isDataRequest(request)) return redirect(next, { status: 303, headers });
	return data({ next, sessionId, user: publicUser(user) }, { headers });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	const { reached, lost } = useAnswer(actionData);
	const signedIn = actionData && "next" in actionData ? actionData : null;
	useEffect(() => {
		if (!signedIn) return;
		rememberAccount(signedIn.user, signedIn.sessionId);
		toast(`Welcome back, ${signedIn.user.firstName}.`, "success");
	}, [signedIn]);
	useDeparture(signedIn?.next ?? null, 2_000);

	if (signedIn) {
		return (
			<Outcome title="You are signed in">
				<div className="grid gap-5">
					<Alert tone="success" role="status" title={`Welcome back, ${signedIn.user.firstName}.`}>
						Taking you on in a moment.
					</Alert>
					<ButtonLink href={signedIn.next}>
						{signedIn.next === "/dashboard" ? "Go to the dashboard" : "Go on now"}
					</ButtonLink>
				</div>
			</Outcome>
		);
	}
	const { failure: refused, values } = reached && "failure" in reached ? reached : {};
	const failure = lost ?? refused;
	const challenge = reached && "challenge" in reached ? reached.challenge : values?.challenge;
	if (challenge) {
		return (
			<Narrow title="Two-step sign-in" lead="Your password is right. Now the code of your authenticator app.">
				<SecondStepForm challenge={challenge} failure={failure} />
			</Narrow>
		);
	}
	return (
		<Narrow
			title="Sign in"
			lead={
				loaderData.wanted
					? "Sign in to go on. Your cart is kept."
					: "Your domains, hosting and invoices are a step away."
			}
			footer={
				<>
					New here?{" "}
					<a href={leadingTo("/register", loaderData.wanted)} className="link">
						Create Account
					</a>
				</>
			}
		>
			<LoginForm failure={failure} values={values} />
			<PasskeySignIn request={loaderData.passkey} />
		</Narrow>
	);
}
