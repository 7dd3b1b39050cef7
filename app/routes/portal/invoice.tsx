import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { InvoiceDocument } from "~/features/invoices/components/invoice-document";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import { describePayment } from "~/features/payments/renewal-charge";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? loaderData.title : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const { invoiceId } = params;
	const [customer, [invoice, payment]] = await asCustomer(context, ({ billing, renewals }, owner) =>
		Promise.all([billing.invoice(owner, invoiceId), renewals.charges.paymentForInvoice(owner, invoiceId)]),
	);
	if (!invoice) notFound();
	const { clock, payments } = context.get(servicesContext);
	const document = invoiceDocument(invoice, clock(), customer, payments.directWays(invoice.currency));
	return { ...document, renewal: document.payable ? describePayment(payment, customer) : null };
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	const { renewal, ...invoice } = loaderData;
	return <InvoiceDocument invoice={invoice} note={renewal && <NextRenewal payment={renewal} />} />;
}
