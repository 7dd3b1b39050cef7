import { servicesContext } from "~/context";
import { invoiceDocument } from "~/features/orders/invoice-document";
import { invoicePdf } from "~/features/orders/invoice-pdf.server";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice-pdf";

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, invoice] = await asCustomer(context, ({ billing }, owner) =>
		billing.invoice(owner, params.invoiceId),
	);
	if (!invoice) notFound();
	const now = context.get(servicesContext).clock();
	const pdf = await invoicePdf(invoiceDocument(invoice, now, customer), customer.language, now);
	return download(pdf, { name: `${invoice.number}.pdf`, type: "application/pdf" });
}
