import { servicesContext } from "~/context";
import { creditNotePdf, invoicePdf } from "~/features/invoices/invoice-pdf.server";
import { kenya } from "~/lib/dates";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import type { Route } from "./+types/billing-address-pdf";

/** The invoice or credit note of a copy that a billing address got. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { billing, billingEmails, clock, payments } = context.get(servicesContext);
	const document = (await billingEmails.document(url.searchParams.get("token") ?? "")) ?? notFound();
	const { owner, invoiceId, creditNoteId } = document;
	const [invoice, note] = await Promise.all([
		billing.invoice(owner, invoiceId),
		creditNoteId && billing.creditNote(owner, { invoiceId, creditNoteId }),
	]);
	if (!invoice || (creditNoteId && !note)) notFound();
	const pdf = note
		? await creditNotePdf(note, kenya, clock())
		: await invoicePdf(invoice, kenya, clock(), payments.directWays(invoice.currency));
	return download(pdf, { name: `${(note || invoice).number}.pdf`, type: "application/pdf" });
}
