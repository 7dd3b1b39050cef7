import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { invoiceListSchema } from "~/features/invoices/billing.schema";
import { chartView } from "~/features/invoices/chart-view";
import { InvoiceList } from "~/features/invoices/components/invoice-list";
import { toListedInvoice } from "~/features/invoices/listed-invoice";
import { openProposal } from "~/features/proposals/proposal-view";
import { paramsOf } from "~/lib/address";
import { formatMoney, money } from "~/lib/money";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoices";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Invoices") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = invoiceListSchema.parse(paramsOf(url));
	const isFirst = query.tab === "all" && !query.q && !query.after;
	const [customer, [page, credits, refunded, quotes, billedThisYear]] = await asCustomer(
		context,
		({ billing, payments, proposals }, owner) =>
			Promise.all([
				billing.list(owner, query),
				payments.credit.balances(owner),
				billing.refunded(owner),
				isFirst ? proposals.openOf(owner) : [],
				isFirst ? billing.billedThisYear(owner) : null,
			]),
	);
	const now = context.get(servicesContext).clock();
	return {
		query,
		invoices: page.items.map((invoice) => toListedInvoice(invoice, now, customer, refunded.get(invoice.id))),
		next: page.next,
		quotes: quotes.map((quote) => openProposal(quote, customer)),
		chart: billedThisYear && chartView(billedThisYear(customer), customer.language),
		credits: credits.map(({ amount, currency }) => formatMoney(money(amount, currency), customer.language)),
	};
}

export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
	return <InvoiceList {...loaderData} />;
}
