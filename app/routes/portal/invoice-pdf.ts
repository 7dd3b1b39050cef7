import { servicesContext } from "~/context";
import { creditNotePdf, invoicePdf } from "~/features/invoices/invoice-pdf.server";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice-pdf";

/** The invoice, or with `?creditNote=ID` one of its credit notes. */
export async function loader({ context, params: { invoiceId }, url }: Route.LoaderArgs) {
	const creditNoteId = url.searchParams.get("creditNote");
	const [customer, [invoice, note]] = await asCustomer(context, ({ billing }, owner) =>
		Promise.all([
			billing.invoice(owner, invoiceId),
			creditNoteId && billing.creditNote(owner, { invoiceId, creditNoteId }),
		]),
	);
	if (!invoice || (creditNoteId && !note)) notFound();
	const { clock, payments } = context.get(servicesContext);
	const pdf = note
		? await creditNotePdf(note, customer, clock())
		: await invoicePdf(invoice, customer, clock(), payments.directWays(invoice.currency));
	return download(pdf, { name: `${(note || invoice).number}.pdf`, type: "application/pdf" });
}
