import { Form, href } from "react-router";
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

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Confirm the new address") }];

/** Doesn't use up the link, because mail scanners open it too. */
export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get("token") ?? "" });

export const shouldRevalidate = () => false;

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
			<NarrowPage title={confirmed.done ? "Your address is changed" : "One of two"}>
				<div className="grid gap-5">
					{confirmed.done ? (
						<Alert tone="success" role="status" title={`Your address is ${confirmed.newEmail}.`}>
							Every other device was signed out. Your password stays as it is.
						</Alert>
					) : (
						<Alert tone="pending" role="status" title="This address agrees.">
							Now open the link in the mail to the other address.
						</Alert>
					)}
					<ButtonLink href={href("/dashboard/account-settings")}>Go to your account</ButtonLink>
				</div>
			</NarrowPage>
		);
	}
	if (failure?.code === "link_void") {
		return (
			<NarrowPage title="This link is of no use any more">
				<div className="grid gap-5">
					<FormError whole failure={failure} />
					<p>If you have confirmed the change already, all is well: your account shows your address.</p>
					<ButtonLink href={href("/dashboard/account-settings/email")}>See your address</ButtonLink>
				</div>
			</NarrowPage>
		);
	}
	return (
		<NarrowPage title="Confirm the new address" lead="The address of your account is to change.">
			<Form method="post" className="grid gap-4">
				<FormError whole failure={failure} />
				<input type="hidden" name="token" value={token} />
				<p>Only go on if you asked for this change yourself.</p>
				<SubmitButton>I asked for it: confirm</SubmitButton>
			</Form>
		</NarrowPage>
	);
}
