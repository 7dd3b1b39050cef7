import { servicesContext } from "~/context";
import { invoicePdf } from "~/features/invoices/invoice-pdf.server";
import { payLinkTokenIn } from "~/features/payments/pay-link";
import { kenya } from "~/lib/dates";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import type { Route } from "./+types/pay-link-pdf";

/** The invoice of a pay link, while it is open. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { billing, clock, payments } = context.get(servicesContext);
	const found = await payments.links.find(payLinkTokenIn(url));
	if (!found.ok || found.value.state !== "open") notFound();
	const { id, userId, number, currency } = found.value;
	const invoice = (await billing.invoice({ userId }, id)) ?? notFound();
	const pdf = await invoicePdf(invoice, kenya, clock(), payments.directWays(currency));
	return download(pdf, { name: `${number}.pdf`, type: "application/pdf" });
}
