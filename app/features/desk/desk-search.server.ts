import { href } from "react-router";
import type { BillingDesk } from "~/features/billing-desk/billing-desk.server";
import type { CatalogDesk } from "~/features/catalog-desk/catalog-desk.server";
import { kindNames } from "~/features/catalog-desk/kind-names";
import { promosQuerySchema } from "~/features/catalog-desk/promos-desk.schema";
import type { PromosDesk } from "~/features/catalog-desk/promos-desk.server";
import { discountText } from "~/features/catalog-desk/promos-view";
import { foundView } from "~/features/customers/customer-view";
import type { Customers } from "~/features/customers/customers.server";
import { searchTerms } from "~/features/customers/search-terms";
import type { HelpDesk } from "~/features/help-desk/help-desk.server";
import type { HitGroup } from "~/features/portal/search-view";
import type { ProjectsDesk } from "~/features/projects/projects-desk.server";
import type { Proposals } from "~/features/proposals/proposals.server";
import { listedDomain } from "~/features/services-desk/domain-view";
import type { DomainsDesk } from "~/features/services-desk/domains-desk.server";
import { listedPlan } from "~/features/services-desk/plan-view";
import type { PlansDesk } from "~/features/services-desk/plans-desk.server";
import { domainsQuerySchema, plansQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { StaffSession } from "~/features/staff/staff";
import type { TicketsDesk } from "~/features/tickets/tickets-desk.server";
import { formatMoney, money } from "~/lib/money";

interface Dependencies {
	readonly billingDesk: Pick<BillingDesk, "named">;
	readonly catalogDesk: Pick<CatalogDesk, "named">;
	readonly customers: Pick<Customers, "search">;
	readonly domainsDesk: Pick<DomainsDesk, "list">;
	readonly helpDesk: Pick<HelpDesk, "titled">;
	readonly plansDesk: Pick<PlansDesk, "list">;
	readonly projectsDesk: Pick<ProjectsDesk, "list">;
	readonly promosDesk: Pick<PromosDesk, "list">;
	readonly proposals: Pick<Proposals, "findByStaff">;
	readonly ticketsDesk: Pick<TicketsDesk, "numbered">;
}

/** Of each kind. */
const mostHits = 6;

export type DeskSearch = ReturnType<typeof createDeskSearch>;

/** What the command palette finds. Each part only finds what the person may see. One round trip. */
export const createDeskSearch =
	(desk: Dependencies) =>
	async (session: StaffSession, q: string): Promise<HitGroup[]> => {
		const { billingDesk, customers, domainsDesk, helpDesk, plansDesk, projectsDesk, proposals, ticketsDesk } = desk;
		const { domain, invoice, name, receipt } = searchTerms(q);
		const [found, domains, named, plans, projects, tickets, articles, entries, promos, quote] = await Promise.all([
			customers.search(session, { q, after: undefined }),
			domain ? domainsDesk.list(session, domainsQuerySchema.parse({ q })) : null,
			billingDesk.named(session, { invoice, receipt }),
			domain ? plansDesk.list(session, plansQuerySchema.parse({ q })) : null,
			name ? projectsDesk.list(session, { q, status: undefined, after: undefined }) : null,
			ticketsDesk.numbered(session, q),
			name ? helpDesk.titled(session, q) : [],
			desk.catalogDesk.named(session, q),
			/^[a-z\d-]{1,30}$/i.test(q) ? desk.promosDesk.list(session, promosQuerySchema.parse({ q })) : null,
			// A quote's number is its id.
			/^prp_\w+$/.test(q) ? proposals.findByStaff(session, q) : undefined,
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
				title: "Orders",
				hits: named.orders.map(({ id, number, total, currency }) => ({
					...{ id, title: `Order of invoice ${number}`, note: formatMoney(money(total, currency)) },
					href: href("/desk/orders/:orderId", { orderId: id }),
				})),
			},
			{
				title: "Quotes",
				hits: (quote ? [quote] : []).map(({ id, email }) => ({
					...{ id, title: id, note: email },
					href: href("/desk/quotes/:proposalId", { proposalId: id }),
				})),
			},
			{
				title: "Tickets",
				hits: tickets.map(({ id, number, subject }) => ({
					...{ id, title: number, note: subject },
					href: href("/desk/tickets/:ticketId", { ticketId: id }),
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
			{
				title: "Hosting",
				hits: (plans?.items ?? []).map(listedPlan).map(({ id, name, domain, customer }) => ({
					...{ id, title: domain ?? name, note: customer },
					href: href("/desk/hosting/:planId", { planId: id }),
				})),
			},
			{
				title: "Projects",
				hits: (projects?.items ?? []).map(({ id, name, email }) => ({
					...{ id, title: name, note: email },
					href: href("/desk/projects/:projectId", { projectId: id }),
				})),
			},
			{
				title: "Products and texts",
				hits: entries.map(({ key, kind, label }) => ({
					...{ id: key, title: label, note: kindNames[kind] },
					href: href("/desk/catalogue/prices/:key", { key }),
				})),
			},
			{
				title: "Promo codes",
				hits: (promos?.items ?? []).map(({ code, ...promo }) => ({
					...{ id: code, title: code, note: `${discountText(promo)} off` },
					href: `${href("/desk/catalogue/promos")}?${new URLSearchParams({ q: code })}`,
				})),
			},
			{
				title: "Help articles",
				hits: articles.map(({ id, draft: { title, summary } }) => ({
					...{ id, title, note: summary },
					href: href("/desk/help/:articleId", { articleId: id }),
				})),
			},
		];
		return groups
			.map(({ hits, ...group }) => ({ ...group, hits: hits.slice(0, mostHits) }))
			.filter(({ hits }) => hits.length > 0);
	};
