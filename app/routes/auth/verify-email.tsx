import { useEffect, useRef } from "react";
import { Form, href, useSubmit } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useLastAnswer } from "~/components/forms/use-last-answer";
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
import { useDelayedRedirect } from "~/features/accounts/components/use-delayed-redirect";
import { accountMessages } from "~/features/accounts/messages";
import { sessionTokenOf } from "~/features/accounts/session-cookie";
import { toast } from "~/islands/toast";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Failure } from "~/lib/result";
import { nextPath, withNext } from "~/lib/safe-redirect";
import { signInDestination, signInResponse } from "~/middleware/sign-in-response";
import type { Route } from "./+types/verify-email";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Verify your email") }];

/** Doesn't use up the link, because mail scanners open it too. */
export function loader({ url }: Route.LoaderArgs) {
	return { token: url.searchParams.get("token"), signIn: withNext(href("/login"), nextPath(url)) };
}

export const shouldRevalidate = () => false;

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
	if (!form.has("password")) return { verified: true as const };
	// The customer has just entered the password, so sign in right away.
	const user = verified.value;
	const previousToken = sessionTokenOf(config.APP_ORIGIN, cookies);
	const { id: userId, passwordHash } = user;
	const started = await sessions.start({ userId, passwordHash, remembered: false, client, previousToken });
	if (!started.ok) return { verified: true as const };
	return signInResponse(request, context, { ...started.value, user }, signInDestination(url));
}

export default function VerifyEmail({ loaderData: { token, signIn }, actionData }: Route.ComponentProps) {
	const { lastAnswer, networkFailure } = useLastAnswer(actionData);
	if (networkFailure && !lastAnswer && token)
		return <Verifying token={token} failure={{ ...networkFailure, message: "Verification failed." }} />;
	if (lastAnswer && "verified" in lastAnswer) return <Verified signIn={signIn} />;
	if (lastAnswer && "next" in lastAnswer)
		return <SignedIn arrival={lastAnswer} greeting="Your email address is verified. Welcome" />;
	const step =
		lastAnswer && ("failure" in lastAnswer ? lastAnswer.values?.step : "step" in lastAnswer && lastAnswer.step);
	if (step === "password" && token) {
		const refused = lastAnswer && "failure" in lastAnswer ? lastAnswer.failure : undefined;
		return (
			<NarrowPage
				title="Confirm your email address"
				lead="You registered in a different browser. Enter your password to confirm and sign in."
			>
				<RegisteredPasswordForm token={token} failure={networkFailure ?? refused} />
			</NarrowPage>
		);
	}
	if (lastAnswer && "resent" in lastAnswer)
		return <Failed resent={networkFailure ? undefined : lastAnswer.resent} resendFailure={networkFailure} />;
	if (lastAnswer && "failure" in lastAnswer) {
		const { failure, values } = lastAnswer;
		if (failure.code === "already_verified") return <AlreadyVerified message={failure.message} signIn={signIn} />;
		if (networkFailure) return <Failed resendFailure={networkFailure} />;
		return values?.step === "resend" ? <Failed resendFailure={failure} /> : <Failed failure={failure} />;
	}
	return token ? <Verifying token={token} /> : <Failed failure={missing} resendFailure={networkFailure} />;
}

const missing: Failure = { kind: "invalid", message: "Verification token not found." };

/** Submits the token right away with script. Without script, or if the server can't be reached, the button does. */
function Verifying({ token, failure }: { token: string; failure?: Failure }) {
	const form = useRef<HTMLFormElement>(null);
	const submitted = useRef(false);
	const submit = useSubmit();
	useEffect(() => {
		if (submitted.current) return;
		submitted.current = true;
		submit(form.current, { replace: true });
	}, [submit]);
	return (
		<NarrowPage
			title={failure ? "Verification Failed" : "Verifying"}
			lead={
				failure
					? "We couldn't be reached. Your link still works, so please try again."
					: "Checking your link. This takes a moment."
			}
		>
			<Form method="post" ref={form} className="grid gap-4">
				<FormError toast failure={failure} />
				<input type="hidden" name="token" value={token} />
				<SubmitButton>Verify my email</SubmitButton>
			</Form>
		</NarrowPage>
	);
}

function Verified({ signIn }: { signIn: string }) {
	useDelayedRedirect(signIn, 3_000);
	useEffect(() => toast(accountMessages.verified, "success"), []);
	return (
		<ResultPage title="Email Verified">
			<div className="grid gap-5">
				<Alert tone="success" role="status" title={accountMessages.verified}>
					Redirecting to the sign-in page.
				</Alert>
				<ButtonLink href={signIn}>Go to Login Now</ButtonLink>
			</div>
		</ResultPage>
	);
}

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
	const message = failure?.message;
	useEffect(() => {
		if (message) toast(message, "error");
	}, [message]);
	return (
		<ResultPage
			title="Verification Failed"
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
				{failure && <Alert tone="danger" role="alert" title={failure.message} />}
				<p>Enter your email address and we'll send you a new link.</p>
				<ResendForm message={resent} failure={resendFailure} />
			</div>
		</ResultPage>
	);
}
