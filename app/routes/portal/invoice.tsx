import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { amountDue } from "~/features/invoices/billing";
import { InvoiceDocument } from "~/features/invoices/components/invoice-document";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { CreditUse } from "~/features/payments/components/credit-use";
import { NextRenewal, OfferPrompts } from "~/features/payments/components/next-renewal";
import { creditUse, heldIn } from "~/features/payments/payable";
import { describePrompt, isAwaitingAnswer } from "~/features/payments/payment-failure";
import { describePayment } from "~/features/payments/renewal-charge";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? loaderData.title : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const { invoiceId } = params;
	const [customer, [invoice, payment, credits, prompts, { setting }]] = await asCustomer(
		context,
		({ billing, renewals, payments }, owner) =>
			Promise.all([
				billing.invoice(owner, invoiceId),
				renewals.charges.paymentForInvoice(owner, invoiceId),
				payments.credit.balances(owner),
				payments.prompts.ofInvoice(owner, invoiceId),
				payments.prompts.setting(owner),
			]),
	);
	if (!invoice) notFound();
	const { clock, payments } = context.get(servicesContext);
	const isPrompted = prompts.some((prompt) => isAwaitingAnswer(prompt, clock()));
	const document = invoiceDocument(invoice, clock(), customer, payments.directWays(invoice.currency));
	if (!document.payable) return { ...document, renewal: null, prompts: [], offersPrompts: false, credit: null };
	const credit = creditUse(amountDue(invoice), heldIn(credits, invoice.currency));
	return {
		...document,
		// The next prompt comes only if this one is not paid.
		renewal: isPrompted ? null : describePayment(payment, customer),
		prompts: prompts.map((prompt) => describePrompt(prompt, clock())),
		offersPrompts: payment?.kind === "manual" && setting === null && payments.takesMpesa(invoice.currency),
		credit,
	};
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	const { renewal, prompts, offersPrompts, credit, ...invoice } = loaderData;
	return (
		<InvoiceDocument
			invoice={invoice}
			notes={[
				...prompts.map((text) => <p key={text}>{text}</p>),
				renewal && <NextRenewal key="renewal" payment={renewal} />,
				offersPrompts && <OfferPrompts key="prompts" />,
				credit && <CreditUse key="credit" use={credit} of="invoice" />,
			]}
		/>
	);
}
