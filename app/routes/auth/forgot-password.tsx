import { href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext } from "~/context";
import { addressSchema } from "~/features/accounts/account.schema";
import { EmailSent } from "~/features/accounts/components/email-sent";
import { ResultPage } from "~/features/accounts/components/result-page";
import { accountMessages } from "~/features/accounts/messages";
import { webmailOf } from "~/features/accounts/webmail";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/forgot-password";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Forgot your password?") },
	{ name: "description", content: "We'll email you a link to choose a new password." },
];

export async function action({ request, context }: Route.ActionArgs) {
	const { accounts, config } = context.get(servicesContext);
	const form = await readForm(request);
	const values = textFields(form, ["email"]);
	const input = parse(addressSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values);
	const requested = await accounts.forgotPassword(input.value, context.get(clientContext));
	if (!requested.ok) return failureData(requested.error, values);
	const { email } = input.value;
	return { sent: email, webmail: webmailOf(email, config.ENVIRONMENT) };
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
	if (actionData && "sent" in actionData) {
		return (
			<ResultPage
				title="Check your email"
				footer={
					<a href={href("/login")} className="link-alone">
						Back to sign in
					</a>
				}
			>
				<EmailSent webmail={actionData.webmail}>
					<p className="wrap-anywhere">{accountMessages.resetSent(actionData.sent)}</p>
					<p className="text-muted">The link works for an hour. No email? Check your spam folder.</p>
				</EmailSent>
			</ResultPage>
		);
	}
	const { failure, values } = actionData ?? {};
	return (
		<NarrowPage
			title="Forgot your password?"
			lead="Enter your email address and we'll send you a link to choose a new password."
			footer={
				<a href={href("/login")} className="link-alone">
					Back to sign in
				</a>
			}
		>
			<form method="post" className="grid gap-5">
				<FormError toast failure={failure} />
				<ProofOfWork failure={failure} />
				<Field
					label="Email Address"
					name="email"
					type="email"
					autoComplete="username"
					required
					defaultValue={values?.email}
					error={failure?.fields?.email}
				/>
				<SubmitButton busyText="Sending...">Send Reset Link</SubmitButton>
			</form>
		</NarrowPage>
	);
}
