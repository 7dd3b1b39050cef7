import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { amountDue } from "~/features/invoices/billing";
import { InvoiceDocument } from "~/features/invoices/components/invoice-document";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { CreditUse } from "~/features/payments/components/credit-use";
import { NextRenewal, OfferPrompts } from "~/features/payments/components/next-renewal";
import { SharePayLink } from "~/features/payments/components/share-pay-link";
import { creditUse, heldIn } from "~/features/payments/payable";
import { describePrompt, isAwaitingAnswer } from "~/features/payments/payment-failure";
import { describePayment } from "~/features/payments/renewal-charge";
import { mayWhileActing } from "~/lib/acting";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { fail } from "~/lib/result";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
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
	// It works without a session.
	const page = href("/dashboard/invoices/:invoiceId", { invoiceId });
	const mayShare = customer.acting === null || mayWhileActing(customer.acting.role, "POST", page);
	const link = mayShare ? payments.links.url(invoice) : null;
	if (!document.payable) return { ...document, renewal: null, prompts: [], offersPrompts: false, credit: null, link };
	const credit = creditUse(amountDue(invoice), heldIn(credits, invoice.currency));
	return {
		...document,
		// The next prompt comes only if this one is not paid.
		renewal: isPrompted ? null : describePayment(payment, customer),
		prompts: prompts.map((prompt) => describePrompt(prompt, clock())),
		offersPrompts: payment?.kind === "manual" && setting === null && payments.takesMpesa(invoice.currency),
		credit,
		link,
	};
}

/** Ends the pay links of the invoice. */
export async function action({ context, params: { invoiceId }, request, url }: Route.ActionArgs) {
	const values = textFields(await readForm(request), ["intent"]);
	const { config, payments } = context.get(servicesContext);
	if (values.intent !== "new-link") return failureData(fail("invalid", "Reload the page.").error, values);
	const renewed = await payments.links.renew(ownerOf(context), invoiceId);
	if (!renewed.ok) return failureOrNotFound(renewed.error, values);
	return redirect(url.pathname, {
		headers: flashHeaders(config.APP_ORIGIN, { message: "The pay link was replaced. Earlier links no longer work." }),
	});
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	const { renewal, prompts, offersPrompts, credit, link, ...invoice } = loaderData;
	return (
		<InvoiceDocument
			invoice={invoice}
			aside={link && <SharePayLink url={link} />}
			notes={[
				...prompts.map((text) => <p key={text}>{text}</p>),
				renewal && <NextRenewal key="renewal" payment={renewal} />,
				offersPrompts && <OfferPrompts key="prompts" />,
				credit && <CreditUse key="credit" use={credit} of="invoice" />,
			]}
		/>
	);
}
