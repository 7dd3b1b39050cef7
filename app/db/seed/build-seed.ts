import { DAY } from "~/lib/durations";
import { numberInvoices, type SeedInvoice } from "./billing";
import { demoAccount, demoInvoices } from "./demo/account";
import { demoCard } from "./demo/card";
import { demoDomains } from "./demo/domains";
import { demoHosting } from "./demo/hosting";
import { demoNotifications } from "./demo/notifications";
import { demoProjects } from "./demo/projects";
import { demoOwner } from "./demo/staff";
import { demoTickets } from "./demo/tickets";
import { ordinaryCustomer, ordinaryInvoices } from "./ordinary-customer";
import { panelAccounts } from "./panel-accounts";
import { type Rows, type SomeRows, YEAR } from "./rows";

interface SeedInput {
	/** Milliseconds. All dates are relative to it, so that the demo always looks current. */
	readonly now: number;
	/** PHC string of the demo password, which both customers have. */
	readonly passwordHash: string;
	/** Authorization to charge the demo customer's card, sealed. */
	readonly cardToken: string;
	/** The sample owner of the desk: the PHC string of the password, and the app's secret, sealed. Without it, no one. */
	readonly owner?: { readonly passwordHash: string; readonly totpSecret: string };
}

/**
 * Rows of a fresh installation. The people, companies and names are made up. The same input gives the same rows.
 */
export function buildSeed({ now, passwordHash, cardToken, owner }: SeedInput): Rows {
	const invoices: SeedInvoice[] = [...demoInvoices(now), ...ordinaryInvoices(now)];
	return merge([
		demoAccount({ now, passwordHash }),
		ordinaryCustomer({ now, passwordHash }),
		{ promoCodes: [karibu(now)] },
		numberInvoices(invoices),
		demoCard({ now, cardToken }),
		demoDomains(now),
		demoHosting(now),
		demoProjects(now),
		demoTickets(now),
		demoNotifications(now),
		owner ? demoOwner({ now, ...owner }) : {},
	]);
}

/** Ten percent off, once per customer. */
const karibu = (now: number) => ({
	code: "KARIBU10",
	percentBasisPoints: 1_000,
	startsAt: now - 30 * DAY,
	endsAt: now + YEAR,
	maxUsesPerCustomer: 1,
});

function merge(parts: readonly SomeRows[]): Rows {
	const rows = <T extends keyof Rows>(table: T) =>
		parts.flatMap<Rows[T][number]>((part) => part[table] ?? []) as Rows[T];
	return {
		users: rows("users"),
		paymentCards: rows("paymentCards"),
		promoCodes: rows("promoCodes"),
		invoiceSequences: rows("invoiceSequences"),
		orders: rows("orders"),
		orderLines: rows("orderLines"),
		invoices: rows("invoices"),
		invoiceLines: rows("invoiceLines"),
		payments: rows("payments"),
		ledgerEntries: rows("ledgerEntries"),
		jobs: rows("jobs"),
		domains: rows("domains"),
		proposals: rows("proposals"),
		domainPushes: rows("domainPushes"),
		dnsRecords: rows("dnsRecords"),
		hostingPlans: rows("hostingPlans"),
		addons: rows("addons"),
		projects: rows("projects"),
		projectPosts: rows("projectPosts"),
		projectTasks: rows("projectTasks"),
		tickets: rows("tickets"),
		ticketMessages: rows("ticketMessages"),
		activityLog: rows("activityLog"),
		notifications: rows("notifications"),
		staff: rows("staff"),
		staffRoles: rows("staffRoles"),
		sandboxCards: rows("sandboxCards"),
		sandboxRegistry: rows("sandboxRegistry"),
		sandboxPanelAccounts: panelAccounts(rows("hostingPlans"), rows("users")),
	};
}
