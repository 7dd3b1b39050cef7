import { href } from "react-router";
import type { BillingDesk } from "~/features/billing-desk/billing-desk.server";
import { foundView } from "~/features/customers/customer-view";
import type { Customers } from "~/features/customers/customers.server";
import { searchTerms } from "~/features/customers/search-terms";
import type { HitGroup } from "~/features/portal/search-view";
import { listedDomain } from "~/features/services-desk/domain-view";
import type { DomainsDesk } from "~/features/services-desk/domains-desk.server";
import { domainsQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { StaffSession } from "~/features/staff/staff";
import { formatMoney, money } from "~/lib/money";

interface Dependencies {
	readonly billingDesk: Pick<BillingDesk, "named">;
	readonly customers: Pick<Customers, "search">;
	readonly domainsDesk: Pick<DomainsDesk, "list">;
}

/** Of each kind. */
const mostHits = 6;

export type DeskSearch = ReturnType<typeof createDeskSearch>;

/** What the command palette finds. Each part only finds what the person may see. One round trip. */
export const createDeskSearch =
	({ billingDesk, customers, domainsDesk }: Dependencies) =>
	async (session: StaffSession, q: string): Promise<HitGroup[]> => {
		const { domain, invoice, receipt } = searchTerms(q);
		const [found, domains, named] = await Promise.all([
			customers.search(session, { q, after: undefined }),
			domain ? domainsDesk.list(session, domainsQuerySchema.parse({ q })) : null,
			billingDesk.named(session, { invoice, receipt }),
		]);
		const groups: HitGroup[] = [
			{
				title: "Invoices",
				hits: named.invoices.map(({ id, number, total, currency }) => ({
					...{ id, title: number, note: formatMoney(money(total, currency)) },
					href: href("/desk/invoices/:invoiceId", { invoiceId: id }),
				})),
			},
			{
				title: "Payments",
				hits: named.payments.map(({ id, receipt, invoiceId, amount, currency }) => ({
					...{ id, title: receipt ?? "", note: formatMoney(money(amount, currency)) },
					href: href("/desk/invoices/:invoiceId", { invoiceId }),
				})),
			},
			{
				title: "Customers",
				hits: found.items.map(foundView).map(({ id, name, email }) => ({
					...{ id, title: name || email, note: email },
					href: href("/desk/customers/:customerId", { customerId: id }),
				})),
			},
			{
				title: "Domains",
				hits: (domains?.items ?? []).map(listedDomain).map(({ id, name, customer }) => ({
					...{ id, title: name, note: customer },
					href: href("/desk/domains/:domainId", { domainId: id }),
				})),
			},
		];
		return groups
			.map(({ hits, ...group }) => ({ ...group, hits: hits.slice(0, mostHits) }))
			.filter(({ hits }) => hits.length > 0);
	};
