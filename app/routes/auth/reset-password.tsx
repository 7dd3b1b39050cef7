import type { ReactNode } from "react";
import { data, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { clientContext, servicesContext } from "~/context";
import { resetPasswordFormSchema } from "~/features/accounts/account.schema";
import { NewPasswordFields } from "~/features/accounts/components/new-password-fields";
import { ResultPage } from "~/features/accounts/components/result-page";
import { deviceCookie } from "~/features/accounts/known-devices";
import { KeepPasskeys } from "~/features/passkeys/components/keep-passkeys";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { type Failure, fail } from "~/lib/result";
import type { Route } from "./+types/reset-password";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Choose a new password") },
	{ name: "description", content: "Choose a new password for your account." },
];

export async function loader({ context, url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token");
	const { accounts } = context.get(servicesContext);
	const opened = token ? await accounts.openReset(token) : fail("invalid", "Reset token missing.");
	return opened.ok ? { token, passkeys: opened.value, failure: undefined } : { token, failure: opened.error };
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	const keepPasskeys = form.getAll("keepPasskeys").map(String);
	const input = parse(resetPasswordFormSchema, { ...Object.fromEntries(form), keepPasskeys });
	if (!input.ok) return failureData(input.error, { keepPasskeys });
	const { accounts, config, knownDevices } = context.get(servicesContext);
	const client = context.get(clientContext);
	const reset = await accounts.resetPassword(input.value, client);
	if (!reset.ok) return failureData(reset.error, { keepPasskeys });
	const device = knownDevices.remember(client, reset.value.userId);
	return data({ done: true as const }, { headers: { "Set-Cookie": deviceCookie(config.APP_ORIGIN, device) } });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
	if (actionData && "done" in actionData) return <Changed />;
	const kept = actionData?.values?.keepPasskeys ?? [];
	const failure = loaderData.failure ?? actionData?.failure;
	const token = loaderData.failure ? null : loaderData.token;
	return (
		<NarrowPage
			title="Choose a new password"
			lead="This signs you out on all devices."
			footer={
				<a href={href("/login")} className="link-alone">
					Back to sign in
				</a>
			}
		>
			{!token || failure?.code === "link_void" ? (
				<AnotherLink failure={failure} />
			) : (
				<PasswordForm token={token} failure={failure}>
					<KeepPasskeys passkeys={loaderData.passkeys ?? []} kept={kept} />
				</PasswordForm>
			)}
		</NarrowPage>
	);
}

interface PasswordFormProps {
	token: string;
	failure?: Failure;
	children: ReactNode;
}

function PasswordForm({ token, failure, children }: PasswordFormProps) {
	return (
		<form method="post" className="grid gap-5">
			<FormError toast failure={failure} />
			<input type="hidden" name="token" value={token} />
			<NewPasswordFields failure={failure} />
			{children}
			<SubmitButton busyText="Resetting...">Reset Password</SubmitButton>
		</form>
	);
}

function AnotherLink({ failure }: { failure?: Failure }) {
	return (
		<div className="grid gap-5">
			<FormError toast failure={failure} />
			<ButtonLink href={href("/forgot-password")}>Request another link</ButtonLink>
		</div>
	);
}

function Changed() {
	return (
		<ResultPage title="Password changed">
			<div className="grid gap-5">
				<Alert tone="success" role="status" title="Your password was changed.">
					You were signed out on all devices. Sign in with your new password.
				</Alert>
				<ButtonLink href={href("/login")}>Go to Login</ButtonLink>
			</div>
		</ResultPage>
	);
}
