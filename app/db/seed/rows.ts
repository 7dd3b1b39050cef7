import { DAY } from "~/lib/durations";
import type * as schema from "../schema";

/** Rows by table. The order of the keys is a valid order of insertion. */
export interface Rows {
	users: (typeof schema.users.$inferInsert)[];
	paymentCards: (typeof schema.paymentCards.$inferInsert)[];
	promoCodes: (typeof schema.promoCodes.$inferInsert)[];
	invoiceSequences: (typeof schema.invoiceSequences.$inferInsert)[];
	orders: (typeof schema.orders.$inferInsert)[];
	orderLines: (typeof schema.orderLines.$inferInsert)[];
	invoices: (typeof schema.invoices.$inferInsert)[];
	invoiceLines: (typeof schema.invoiceLines.$inferInsert)[];
	payments: (typeof schema.payments.$inferInsert)[];
	ledgerEntries: (typeof schema.ledgerEntries.$inferInsert)[];
	jobs: (typeof schema.jobs.$inferInsert)[];
	domains: (typeof schema.domains.$inferInsert)[];
	proposals: (typeof schema.proposals.$inferInsert)[];
	domainPushes: (typeof schema.domainPushes.$inferInsert)[];
	dnsRecords: (typeof schema.dnsRecords.$inferInsert)[];
	hostingPlans: (typeof schema.hostingPlans.$inferInsert)[];
	addons: (typeof schema.addons.$inferInsert)[];
	projects: (typeof schema.projects.$inferInsert)[];
	projectPosts: (typeof schema.projectPosts.$inferInsert)[];
	projectTasks: (typeof schema.projectTasks.$inferInsert)[];
	tickets: (typeof schema.tickets.$inferInsert)[];
	ticketMessages: (typeof schema.ticketMessages.$inferInsert)[];
	activityLog: (typeof schema.activityLog.$inferInsert)[];
	notifications: (typeof schema.notifications.$inferInsert)[];
	staff: (typeof schema.staff.$inferInsert)[];
	staffRoles: (typeof schema.staffRoles.$inferInsert)[];
	sandboxCards: (typeof schema.sandboxCards.$inferInsert)[];
	sandboxRegistry: (typeof schema.sandboxRegistry.$inferInsert)[];
	sandboxPanelAccounts: (typeof schema.sandboxPanelAccounts.$inferInsert)[];
}

export type SomeRows = Partial<Rows>;

export const YEAR = 365 * DAY;

/** A fixed id in the format of ids: prefix, then 26 letters that spell the label. */
export function seedId(prefix: string, label: string, number = 0): string {
	const digits = number
		.toString()
		.padStart(3, "0")
		.replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
	return `${prefix}_${label.replace(/[^a-z2-7]/g, "").padEnd(23, "z")}${digits}`;
}
