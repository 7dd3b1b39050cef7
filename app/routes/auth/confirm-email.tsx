import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { verifyEmailSchema } from "~/features/accounts/account.schema";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/confirm-email";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Confirm the new address") },
	{ name: "description", content: "Confirm the new email address of your account." },
];

/** Doesn't use up the link, because mail scanners open it too. */
export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get("token") ?? "" });

export async function action({ request, context }: Route.ActionArgs) {
	const { emailChange } = context.get(servicesContext);
	const input = parse(verifyEmailSchema, Object.fromEntries(await readForm(request)));
	const { owner } = context.get(viewerContext);
	const confirmed = input.ok ? await emailChange.confirm(input.value, context.get(clientContext), owner) : input;
	return confirmed.ok ? { confirmed: confirmed.value } : failureData(confirmed.error);
}

export default function ConfirmEmail({ loaderData: { token }, actionData }: Route.ComponentProps) {
	const confirmed = actionData && "confirmed" in actionData ? actionData.confirmed : null;
	const failure = actionData && "failure" in actionData ? actionData.failure : null;
	if (confirmed) {
		return (
			<NarrowPage title={confirmed.done ? "Email address changed" : "One more confirmation"}>
				<div className="grid gap-5">
					{confirmed.done ? (
						<Alert tone="success" role="status" title={`Your email address is now ${confirmed.newEmail}.`}>
							Your other devices were signed out. Your password hasn't changed.
						</Alert>
					) : (
						<Alert tone="pending" role="status" title="This address is confirmed.">
							Now open the link in the email we sent to the other address.
						</Alert>
					)}
					<ButtonLink href={href("/dashboard/account-settings")}>Go to your account</ButtonLink>
				</div>
			</NarrowPage>
		);
	}
	if (failure?.code === "link_void") {
		return (
			<NarrowPage title="This link no longer works">
				<div className="grid gap-5">
					<FormError whole failure={failure} />
					<p>
						If you've already confirmed the change, there's nothing left to do. Your account shows your email address.
					</p>
					<ButtonLink href={href("/dashboard/account-settings/email")}>See your email address</ButtonLink>
				</div>
			</NarrowPage>
		);
	}
	return (
		<NarrowPage title="Confirm the new address" lead="This changes the email address of your account.">
			<form method="post" className="grid gap-4">
				<FormError whole failure={failure} />
				<input type="hidden" name="token" value={token} />
				<p>Continue only if you requested this change.</p>
				<SubmitButton>Confirm the change</SubmitButton>
			</form>
		</NarrowPage>
	);
}
