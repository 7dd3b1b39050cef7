import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { amountDue } from "~/features/invoices/billing";
import { InvoiceDocument } from "~/features/invoices/components/invoice-document";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { CreditUse } from "~/features/payments/components/credit-use";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import { creditUse, heldIn } from "~/features/payments/payable";
import { describePayment } from "~/features/payments/renewal-charge";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? loaderData.title : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const { invoiceId } = params;
	const [customer, [invoice, payment, credits]] = await asCustomer(context, ({ billing, renewals, payments }, owner) =>
		Promise.all([
			billing.invoice(owner, invoiceId),
			renewals.charges.paymentForInvoice(owner, invoiceId),
			payments.credit.balances(owner),
		]),
	);
	if (!invoice) notFound();
	const { clock, payments } = context.get(servicesContext);
	const document = invoiceDocument(invoice, clock(), customer, payments.directWays(invoice.currency));
	if (!document.payable) return { ...document, renewal: null, credit: null };
	const credit = creditUse(amountDue(invoice), heldIn(credits, invoice.currency));
	return { ...document, renewal: describePayment(payment, customer), credit };
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	const { renewal, credit, ...invoice } = loaderData;
	return (
		<InvoiceDocument
			invoice={invoice}
			notes={[
				renewal && <NextRenewal key="renewal" payment={renewal} />,
				credit && <CreditUse key="credit" use={credit} of="invoice" />,
			]}
		/>
	);
}
