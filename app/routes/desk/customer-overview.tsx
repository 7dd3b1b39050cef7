import { href, redirectDocument, useOutletContext } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext } from "~/context";
import { actingCookie } from "~/features/accounts/session-cookie";
import { listedBillingEmail } from "~/features/billing-details/billing-email-view";
import type { CustomerFrameData } from "~/features/customers/components/customer-frame";
import { CustomerOverview } from "~/features/customers/components/customer-overview";
import { handleCustomerForm } from "~/features/customers/customer-form";
import { billingValues, noteView, profileValues } from "~/features/customers/customer-view";
import { customerRowsSchema, reasonSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { kenya } from "~/lib/dates";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-overview";

export const handle = {
	desk: {
		view: "customers.view",
		actions: {
			"add-note": "customers.note",
			"edit-note": "customers.note",
			"remove-note": "customers.note",
			profile: "customers.edit",
			billing: "customers.edit",
			"add-billing-email": "customers.edit",
			"remove-billing-email": "customers.edit",
			"resend-verification": "customers.edit",
			verify: "customers.edit",
			"end-sessions": "customers.edit",
			"reset-two-step": "customers.edit",
			close: "customers.close",
			keep: "customers.close",
			"sign-in": "customers.impersonate",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.name ?? "Customer") }];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = customerRowsSchema.parse(paramsOf(url));
	const [, [found, notes, emails]] = await asStaff(context, handle, ({ customers }, session) =>
		Promise.all([
			customers.account(session, params.customerId),
			customers.notes(session, params.customerId, query),
			customers.billingEmails(session, params.customerId),
		]),
	);
	const account = found ?? notFound();
	return {
		name: `${account.firstName} ${account.lastName}`,
		profile: profileValues(account),
		billing: billingValues(account),
		billingEmails: emails.map((one) => listedBillingEmail(one, kenya)),
		notes: notes.items.map(noteView),
		next: notes.next,
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { config, customerActions } = context.get(servicesContext);
	const { intent, fields, form } = sent.value;
	if (intent === "sign-in") {
		const input = parse(reasonSchema, fields);
		const started = input.ok
			? await customerActions.startSignIn(sent.value, params.customerId, context.get(clientContext), input.value.reason)
			: input;
		if (!started.ok) return deskFailure(started.error, form);
		return redirectDocument(href("/dashboard"), {
			headers: { "Set-Cookie": actingCookie(config.APP_ORIGIN, started.value) },
		});
	}
	const done = await handleCustomerForm(customerActions, { ...sent.value, intent }, params.customerId);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, sent.value.form);
}

export default function CustomerOverviewPage({ loaderData, actionData }: Route.ComponentProps) {
	return <CustomerOverview {...useOutletContext<CustomerFrameData>()} {...loaderData} answer={actionData} />;
}
