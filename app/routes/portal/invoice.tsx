import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { InvoiceDocument } from "~/features/orders/components/invoice-document";
import { invoiceDocument } from "~/features/orders/invoice-document";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoice";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Invoice ${loaderData.number}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, invoice] = await asCustomer(context, ({ billing }, owner) =>
		billing.invoice(owner, params.invoiceId),
	);
	if (!invoice) notFound();
	return invoiceDocument(invoice, context.get(servicesContext).clock(), customer);
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	return <InvoiceDocument invoice={loaderData} />;
}
