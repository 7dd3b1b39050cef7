import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { clientContext, servicesContext } from "~/context";
import { addressSchema, verifyEmailSchema } from "~/features/accounts/account.schema";
import { browserTokenOf } from "~/features/accounts/browser-cookie";
import { RegisteredPasswordForm } from "~/features/accounts/components/registered-password-form";
import { ResendForm } from "~/features/accounts/components/resend-form";
import { ResultPage } from "~/features/accounts/components/result-page";
import { SignedIn } from "~/features/accounts/components/signed-in";
import { accountMessages } from "~/features/accounts/messages";
import { sessionTokenOf } from "~/features/accounts/session-cookie";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Failure } from "~/lib/result";
import { nextPath, withNext } from "~/lib/safe-redirect";
import { signInDestination, signInResponse } from "~/middleware/sign-in-response";
import type { Route } from "./+types/verify-email";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Verify your email") },
	{ name: "description", content: "Verify your email address to finish creating your account." },
];

/** Doesn't use up the link, because mail scanners open it too. */
export function loader({ url }: Route.LoaderArgs) {
	return { token: url.searchParams.get("token"), signIn: withNext(href("/login"), nextPath(url)) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const { accounts, config, sessions } = context.get(servicesContext);
	const form = await readForm(request);
	const client = context.get(clientContext);
	if (form.get("intent") === "resend") {
		const input = parse(addressSchema, Object.fromEntries(form));
		if (!input.ok) return failureData(input.error, { step: "resend" as const });
		const resent = await accounts.resendVerification(input.value, client, nextPath(url));
		if (!resent.ok) return failureData(resent.error, { step: "resend" as const });
		return { resent: accountMessages.linkResent(input.value.email) };
	}
	const input = parse(verifyEmailSchema, Object.fromEntries(form));
	const cookies = request.headers.get("Cookie");
	const browser = browserTokenOf(config.APP_ORIGIN, cookies);
	const verified = input.ok ? await accounts.verifyEmail(input.value, client, browser) : input;
	if (!verified.ok) {
		const { code } = verified.error;
		// The customer has to enter the password. That is not an error.
		if (code === "password_required") return { step: "password" as const };
		const isLinkValid = form.has("password") && code !== "link_void" && code !== "already_verified";
		return failureData(verified.error, { step: isLinkValid ? ("password" as const) : ("verify" as const) });
	}
	// This person has entered the password, here or when they registered in this browser.
	const { user, enteredAt: provenAt } = verified.value;
	const previousToken = sessionTokenOf(config.APP_ORIGIN, cookies);
	const { id: userId, passwordHash } = user;
	const started = await sessions.start({ userId, passwordHash, remembered: false, client, previousToken, provenAt });
	if (!started.ok) return { verified: true as const };
	return signInResponse(request, context, { ...started.value, user }, signInDestination(url));
}

export default function VerifyEmail({ loaderData: { token, signIn }, actionData }: Route.ComponentProps) {
	if (!actionData) return token ? <Verifying token={token} /> : <Failed failure={missing} />;
	if ("verified" in actionData) return <Verified signIn={signIn} />;
	if ("next" in actionData) {
		const isBuying = actionData.next === href("/checkout");
		return <SignedIn arrival={actionData} title="Email Verified" greeting={welcome} seconds={isBuying ? 0 : 2} />;
	}
	if ("resent" in actionData) return <Failed resent={actionData.resent} />;
	const failure = "failure" in actionData ? actionData.failure : undefined;
	const step = "failure" in actionData ? actionData.values?.step : actionData.step;
	if (step === "password" && token) {
		return (
			<NarrowPage
				title="Confirm your email address"
				lead="You registered in a different browser. Enter your password to confirm and sign in."
			>
				<RegisteredPasswordForm token={token} failure={failure} />
			</NarrowPage>
		);
	}
	if (failure?.code === "already_verified") return <AlreadyVerified message={failure.message} signIn={signIn} />;
	return step === "resend" ? <Failed resendFailure={failure} /> : <Failed failure={failure} />;
}

const welcome = "Your email address is verified. Welcome";

const missing: Failure = { kind: "invalid", message: "Verification token not found." };

/** With script the token is sent right away. Without script, or if the server can't be reached, the button sends it. */
const Verifying = ({ token }: { token: string }) => (
	<NarrowPage
		title="Verifying"
		lead={
			<>
				Checking your link. This takes a moment.
				<noscript> Press the button to finish.</noscript>
			</>
		}
	>
		<form
			method="post"
			className="grid gap-4"
			data-submit-on-load
			data-offline-text="Verification failed. Please try again."
		>
			<input type="hidden" name="token" value={token} />
			<SubmitButton>Verify my email</SubmitButton>
		</form>
	</NarrowPage>
);

const Verified = ({ signIn }: { signIn: string }) => (
	<ResultPage title="Email Verified">
		<div className="grid gap-5">
			<delayed-redirect class="contents" data-to={signIn} data-seconds={3} />
			<output data-toast="success" hidden>
				{accountMessages.verified}
			</output>
			<Alert tone="success" role="status" title={accountMessages.verified}>
				Redirecting to the sign-in page.
			</Alert>
			<ButtonLink href={signIn}>Go to Login Now</ButtonLink>
		</div>
	</ResultPage>
);

function AlreadyVerified({ message, signIn }: { message: string; signIn: string }) {
	return (
		<ResultPage title="Already verified">
			<div className="grid gap-5">
				<Alert tone="success" role="status" title={message} />
				<ButtonLink href={signIn}>Go to Login Now</ButtonLink>
			</div>
		</ResultPage>
	);
}

interface FailedProps {
	failure?: Failure;
	resendFailure?: Failure;
	resent?: string;
}

function Failed({ failure, resendFailure, resent }: FailedProps) {
	return (
		<ResultPage
			title="Verification Failed"
			focusHeading={!resent}
			footer={
				<>
					Already verified?{" "}
					<a href={href("/login")} className="link">
						Sign in
					</a>
				</>
			}
		>
			<div className="grid gap-5">
				<FormError toast whole failure={failure} />
				<p>Enter your email address and we'll send you a new link.</p>
				<ResendForm message={resent} failure={resendFailure} />
			</div>
		</ResultPage>
	);
}
