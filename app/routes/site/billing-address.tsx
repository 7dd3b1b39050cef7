import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { EmailAddress } from "~/components/ui/email-address";
import { servicesContext } from "~/context";
import { readForm } from "~/lib/form-data";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/billing-address";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Invoices by email") },
	{ name: "description", content: "Confirm or stop invoices to your email address." },
	{ name: "robots", content: "noindex" },
];

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

/** Changes nothing yet, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const found = await context.get(servicesContext).billingEmails.find(tokenOf(url));
	return found.ok ? { linked: found.value, failure: null } : { linked: null, failure: found.error };
}

/** Called by the forms below, and by the mailbox's unsubscribe button (RFC 8058), which sends no intent. */
export async function action({ context, request, url }: Route.ActionArgs) {
	const { billingEmails } = context.get(servicesContext);
	const isConfirm = (await readForm(request)).get("intent") === "confirm";
	const done = await billingEmails[isConfirm ? "confirm" : "stop"](tokenOf(url));
	return done.ok ? { done: isConfirm ? ("confirmed" as const) : ("stopped" as const) } : failureData(done.error);
}

export default function BillingAddress({ loaderData: { linked, failure }, actionData }: Route.ComponentProps) {
	const problem = actionData && "failure" in actionData ? actionData.failure : actionData ? null : failure;
	const done = actionData && "done" in actionData ? actionData.done : null;
	return (
		<NarrowPage title="Invoices by email" lead={!done && linked && `Customer: ${linked.account}`}>
			{problem?.kind === "not_found" ? (
				<Alert tone="info" role="status" title={problem.message}>
					You don't have to do anything.
				</Alert>
			) : problem ? (
				<FormError whole failure={problem} />
			) : done === "confirmed" ? (
				<Alert tone="success" role="status" title="Thank you. Your address is confirmed.">
					You get invoices, reminders about them and receipts from now on. Each email has a link to stop them.
				</Alert>
			) : done === "stopped" ? (
				<Alert tone="success" role="status" title="You won't get these invoices any more.">
					We told the customer's account.
				</Alert>
			) : (
				linked && (
					<form method="post" className="grid gap-4">
						<p className="wrap-anywhere">
							{linked.isConfirmed
								? "Stop sending invoices, reminders and receipts to "
								: "Send invoices, reminders about them and receipts to "}
							<EmailAddress address={linked.email} />?
						</p>
						<div>
							{linked.isConfirmed ? (
								<SubmitButton>Stop these emails</SubmitButton>
							) : (
								<SubmitButton name="intent" value="confirm">
									Confirm the address
								</SubmitButton>
							)}
						</div>
					</form>
				)
			)}
		</NarrowPage>
	);
}
