import type { Owner } from "~/db/owner";
import { domainSorts } from "~/features/domains/portfolio";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { hostingSorts } from "~/features/hosting/hosting";
import { invoiceSorts } from "~/features/invoices/billing";
import { projectSorts } from "~/features/projects/project";
import { projectListSchema } from "~/features/projects/projects.schema";
import { encodeCursor } from "~/lib/page";
import type { Services } from "~/services.server";

const everyDomain = domainListSchema.parse({});
const everyProject = projectListSchema.parse({});

/** The layout's reads, made for every page. */
export const layoutReads = ({ portfolio, projects, notifications }: Services, owner: Owner) =>
	Promise.all([portfolio.counts(owner), projects.counts(owner), notifications.unread(owner)]);

/** The lists in all their orders, from the start and from a later page. */
export const sortedReads: Readonly<Record<string, (services: Services, owner: Owner) => Promise<Page[]>>> = {
	domains: ({ portfolio }, owner) =>
		inEveryOrder(domainSorts, (sort, after) => portfolio.list(owner, { ...everyDomain, sort, after })),
	hosting: ({ hosting }, owner) =>
		inEveryOrder(hostingSorts, (sort, after) => hosting.list(owner, { tab: "web", sort, after })),
	projects: ({ projects }, owner) =>
		inEveryOrder(projectSorts, (sort, after) => projects.list(owner, { ...everyProject, sort, after })),
	invoices: ({ billing }, owner) =>
		inEveryOrder(invoiceSorts, (sort, after) => billing.list(owner, { tab: "all", sort, after })),
};

interface Page {
	readonly items: readonly { readonly id: string }[];
}

/** The first page and a later one in each order. */
const inEveryOrder = <Sort>(sorts: readonly Sort[], list: (sort: Sort, after?: string) => Promise<Page>) =>
	Promise.all(sorts.flatMap((sort) => [list(sort), list(sort, encodeCursor([1, "x"]))]));

/** Each page's own reads. `id` is the open row or document. */
export const portalReads: Record<string, (services: Services, owner: Owner, id: string) => Promise<unknown>> = {
	overview: ({ overview }, owner) => overview(owner),
	domains: ({ dns, portfolio, pushes }, owner, id) =>
		Promise.all([
			portfolio.counts(owner),
			portfolio.list(owner, everyDomain),
			dns.records(owner, id),
			pushes.waiting(owner),
		]),
	"domain offer": ({ pushes }, owner, id) => pushes.offerTo(owner, id),
	"domain push": ({ portfolio, pushes }, owner, id) =>
		Promise.all([portfolio.find(owner, id), pushes.pendingOf(owner, id)]),
	selectedDomains: ({ portfolio, renewals }, owner, id) =>
		Promise.all([portfolio.selected(owner, [id]), portfolio.selected(owner, everyDomain), renewals.pending(owner)]),
	domain: ({ portfolio, domainManagement, renewals }, owner, id) =>
		Promise.all([
			portfolio.find(owner, id),
			domainManagement.jobs(owner, id),
			renewals.pending(owner),
			renewals.charges.paymentForRenewal(owner, "domain", id),
		]),
	dns: ({ dns, portfolio }, owner, id) => Promise.all([dns.zone(owner, id), portfolio.find(owner, id)]),
	tickets: ({ tickets }, owner) =>
		Promise.all(
			(["all", "open", "closed"] as const).map((tab) => tickets.list(owner, { tab, after: encodeCursor([1, "x"]) })),
		),
	ticket: ({ tickets }, owner, id) => tickets.find(owner, id, encodeCursor([1, "x"])),
	hosting: ({ hosting, renewals }, owner, id) =>
		Promise.all([
			hosting.summary(owner),
			hosting.list(owner, { tab: "web" }),
			renewals.pending(owner),
			renewals.charges.paymentForRenewal(owner, "plan", id),
		]),
	projects: ({ projects }, owner, id) =>
		Promise.all([
			projects.counts(owner),
			projects.dueThisMonth(owner),
			projects.list(owner, everyProject),
			projects.clients(owner),
			projects.posts.unread(owner),
			projects.contents(owner, id),
		]),
	invoices: ({ billing }, owner) => billing.list(owner, { tab: "all", q: "tujenge" }),
	invoice: ({ billing, renewals, payments }, owner, id) =>
		Promise.all([
			billing.invoice(owner, id),
			renewals.charges.paymentForInvoice(owner, id),
			payments.prompts.ofInvoice(owner, id),
			payments.prompts.setting(owner),
		]),
	order: ({ orders }, owner, id) => orders.find(owner, id),
	pay: ({ payments }, owner, id) => payments.overview(owner, id),
	"plan change": ({ planChanges }, owner, id) => planChanges.options(owner, id),
	notifications: ({ notifications }, owner) => notifications.list(owner, { tab: "unread" }),
	search: ({ search }, owner) => search(owner, "tujenge"),
	security: ({ sessions, twoFactor }, owner) => Promise.all([sessions.list(owner), twoFactor.status(owner)]),
	preferences: ({ notificationPreferences }, owner) => notificationPreferences.read(owner),
	billing: ({ billingDetails, payments }, owner) =>
		Promise.all([billingDetails.phones(owner), payments.cards.list(owner), payments.prompts.setting(owner)]),
	activity: ({ activity }, owner) => activity.list(owner, { who: "customer", q: "tujenge" }),
};
