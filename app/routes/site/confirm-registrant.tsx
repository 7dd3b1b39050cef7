import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { EmailAddress } from "~/components/ui/email-address";
import { servicesContext } from "~/context";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/confirm-registrant";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Confirm your email address") },
	{ name: "description", content: "Confirm the email address of a domain's registrant." },
	{ name: "robots", content: "noindex" },
];

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

/** Doesn't confirm yet, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const found = await context.get(servicesContext).registrantChecks.find(tokenOf(url));
	return found.ok ? { registrant: found.value, failure: null } : { registrant: null, failure: found.error };
}

export async function action({ context, url }: Route.ActionArgs) {
	const confirmed = await context.get(servicesContext).registrantChecks.confirm(tokenOf(url));
	return confirmed.ok ? { confirmed: confirmed.value } : failureData(confirmed.error);
}

export default function ConfirmRegistrant({ loaderData: { registrant, failure }, actionData }: Route.ComponentProps) {
	const problem = actionData && "failure" in actionData ? actionData.failure : failure;
	const confirmed = actionData && "confirmed" in actionData ? actionData.confirmed : null;
	return (
		<NarrowPage title="Confirm your email address" lead={registrant && `Registrant of ${registrant.domain}`}>
			{problem ? (
				<FormError whole failure={problem} />
			) : confirmed ? (
				<Alert tone="success" role="status" title="Thank you. Your address is confirmed.">
					{confirmed.isSuspended
						? "The domain works again in a few minutes."
						: "There is nothing else to do. You can close this page."}
				</Alert>
			) : (
				<form method="post" className="grid gap-4">
					<p className="wrap-anywhere">
						Confirm that you get emails at <EmailAddress address={registrant?.email ?? ""} />, and that you are the
						registrant of {registrant?.domain}.
					</p>
					<div>
						<SubmitButton>Confirm the address</SubmitButton>
					</div>
				</form>
			)}
		</NarrowPage>
	);
}
