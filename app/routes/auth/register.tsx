import { data, href, redirect } from "react-router";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { addressSchema, registerSchema } from "~/features/accounts/account.schema";
import { browserCookie } from "~/features/accounts/browser-cookie";
import { EmailSent } from "~/features/accounts/components/email-sent";
import { RegisterForm } from "~/features/accounts/components/register-form";
import { ResendForm } from "~/features/accounts/components/resend-form";
import { ResultPage } from "~/features/accounts/components/result-page";
import { meantEmailIntent, withMeantEmail } from "~/features/accounts/email-typo";
import { accountMessages } from "~/features/accounts/messages";
import { webmailOf } from "~/features/accounts/webmail";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { nextPath, safeRedirect, withNext } from "~/lib/safe-redirect";
import type { Route } from "./+types/register";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Create an account") },
	{ name: "description", content: "Create an account to buy and manage domains, hosting and email." },
];

export async function loader({ context, url }: Route.LoaderArgs) {
	if (await context.get(viewerContext).customer()) throw redirect(safeRedirect(url.searchParams.get("next")));
	return { next: nextPath(url) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const { accounts, config } = context.get(servicesContext);
	const form = await readForm(request);
	const client = context.get(clientContext);
	const sent = (email: string, message?: string) => ({
		sent: email,
		message,
		webmail: webmailOf(email, config.ENVIRONMENT),
	});

	if (form.get("intent") === "resend") {
		const input = parse(addressSchema, Object.fromEntries(form));
		if (!input.ok) return failureData(input.error);
		const { email } = input.value;
		const resent = await accounts.resendVerification(input.value, client, nextPath(url));
		if (!resent.ok) return failureData(resent.error, sent(email));
		return sent(email, accountMessages.linkResent(email));
	}

	const values = textFields(form, ["firstName", "lastName", "country", "email", "terms"]);
	if (form.get("intent") === meantEmailIntent) return { values: withMeantEmail(values), failure: undefined };
	const input = parse(registerSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values);
	const registered = await accounts.register(input.value, client, nextPath(url));
	if (!registered.ok) return failureData(registered.error, values);
	const headers = { "Set-Cookie": browserCookie(config.APP_ORIGIN, registered.value.browserToken) };
	return data(sent(input.value.email), { headers });
}

export default function Register({ loaderData: { next }, actionData }: Route.ComponentProps) {
	const signIn = withNext(href("/login"), next);
	const failure = actionData && "failure" in actionData ? actionData.failure : undefined;
	const answer = actionData && "failure" in actionData ? actionData.values : actionData;
	if (answer && "sent" in answer) {
		const message = "message" in answer ? answer.message : undefined;
		return (
			<ResultPage
				title="Check your email"
				focusHeading={!message}
				footer={
					<a href={signIn} className="link-alone">
						Back to sign in
					</a>
				}
			>
				<div className="grid gap-4">
					<EmailSent webmail={answer.webmail}>
						<p>
							A verification link was sent to <strong className="wrap-anywhere">{answer.sent}</strong>. Open it within a
							day to finish.
						</p>
						<p className="text-muted">No email after a minute? Check your spam folder.</p>
					</EmailSent>
					<ResendForm email={answer.sent} message={message} failure={failure} />
				</div>
			</ResultPage>
		);
	}
	return (
		<NarrowPage
			title="Create your account"
			lead="One account for your domains, hosting and invoices."
			footer={
				<>
					Already have an account?{" "}
					<a href={signIn} className="link">
						Sign in
					</a>
				</>
			}
		>
			<RegisterForm failure={failure} values={answer ?? undefined} />
		</NarrowPage>
	);
}
