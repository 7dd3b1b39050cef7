import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { invoiceView } from "~/features/billing-desk/billing-view";
import { DeskInvoicePage } from "~/features/billing-desk/components/desk-invoice-page";
import { handleInvoiceForm } from "~/features/billing-desk/invoice-form";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { limitOf } from "~/features/staff/money-limits";
import { permissionsOf } from "~/features/staff/permissions";
import { formatMoney } from "~/lib/money";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/invoice";

export const handle = {
	desk: {
		view: "billing.view",
		actions: {
			...{ refund: "billing.refund", record: "billing.record", void: "billing.record" },
			"write-off": "billing.write-off",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.invoice.number ?? "Invoice") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ billingDesk }, session) =>
		billingDesk.invoice(session, params.invoiceId),
	);
	const { clock, payments } = context.get(servicesContext);
	const { invoice: row } = found ?? notFound();
	const invoice = invoiceView(found ?? notFound(), clock());
	const limit = limitOf(roles, invoice.currency);
	return {
		invoice,
		payLink: payments.links.url(row),
		permissions: [...permissionsOf(roles)],
		limit: limit && formatMoney(limit),
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handleInvoiceForm(context.get(servicesContext).billingDesk, sent.value, params.invoiceId);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, sent.value.form);
}

export default function Invoice({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskInvoicePage {...loaderData} answer={actionData} />;
}
