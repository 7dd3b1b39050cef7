import { servicesContext } from "~/context";
import { invoicePdf } from "~/features/invoices/invoice-pdf.server";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice-pdf";

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, invoice] = await asCustomer(context, ({ billing }, owner) =>
		billing.invoice(owner, params.invoiceId),
	);
	if (!invoice) notFound();
	const { clock, payments } = context.get(servicesContext);
	const pdf = await invoicePdf(invoice, customer, clock(), payments.directWays(invoice.currency));
	return download(pdf, { name: `${invoice.number}.pdf`, type: "application/pdf" });
}
