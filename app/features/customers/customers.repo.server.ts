import { and, asc, count, eq, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database, Statement } from "~/db/client.server";
import { creditBalance, isCreditEntry } from "~/db/credit.server";
import { keyset, startsWith } from "~/db/keyset";
import {
	accountMembers,
	activityLog,
	addons,
	billingEmails,
	creditNotes,
	customerNotes,
	domains,
	hostingPlans,
	invoices,
	jobFiles,
	jobs,
	ledgerEntries,
	orders,
	outbox,
	paymentCards,
	payments,
	projectFiles,
	projects,
	securityEvents,
	sessions,
	ticketFiles,
	users,
} from "~/db/schema";
import { waitingFor } from "~/db/sessions-of";
import { staffMay } from "~/db/staff-access";
import { cardName } from "~/features/payments/payment-card";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";
import type { SearchedBy, SearchTerms } from "./search-terms";

// Secrets and counters of links are no one's business at the desk.
const {
	passwordHash: _password,
	totpSecret: _secret,
	totpLastStep: _step,
	verifyGeneration: _verify,
	resetGeneration: _reset,
	emailGeneration: _email,
	preferences: _preferences,
	...accountColumns
} = getTableColumns(users);

const { callbackToken: _token, redirectUrl: _url, ...paymentColumns } = getTableColumns(payments);
const { tokenHash, ...shownOfSession } = getTableColumns(sessions);
const sessionColumns = {
	...shownOfSession,
	/** 1 while its customer uses another account. */
	waits: sql<number>`${tokenHash} like ${waitingFor("%")}`.as("waits"),
};

/** Names the outer table, which Drizzle leaves out in the columns of a query without a join. */
const customerId = sql.raw("users.id");

const listColumns = {
	id: users.id,
	email: users.email,
	firstName: users.firstName,
	lastName: users.lastName,
	company: users.company,
	phone: users.phone,
	status: users.status,
	createdAt: users.createdAt,
	services: sql<number>`(
		(select count(*) from ${domains} where ${domains.userId} = ${customerId} and ${inArray(domains.status, ["active", "expired", "redemption"])})
		+ (select count(*) from ${hostingPlans} where ${hostingPlans.userId} = ${customerId} and ${inArray(hostingPlans.status, ["active", "suspended"])})
	)`.as("services"),
};

/** SQLite finds these in the indexes `users_name` and `users_surname`, so they must be the same expressions. */
const names = [
	sql<string>`lower(${users.firstName} || ' ' || ${users.lastName})`,
	sql<string>`lower(${users.lastName} || ' ' || ${users.firstName})`,
];
const company = sql<string>`lower(${users.company})`;

const cardBrands = ["Visa", "Mastercard", "American Express", "Verve", "Discover", "UnionPay", "Card"];

/** A table with rows of customers, and what the list of one customer's rows needs. */
type CustomersTable = { readonly id: SQLiteColumn; readonly userId: SQLiteColumn };

interface Range {
	readonly after: Cursor | null;
	readonly limit?: number;
}

/** Which page of whose rows. */
export interface Rows {
	readonly session: StaffSession;
	readonly permission: Permission;
	readonly userId: string;
	readonly after: Cursor | null;
	readonly now: number;
}

/** A query that is not complete yet. */
type Pageable = Statement & {
	where(where: SQL | undefined): unknown;
	orderBy(...columns: SQL[]): unknown;
	limit(limit: number): unknown;
};

/** Customers and everything of theirs, for staff. Every statement checks the session and the permission. */
export function createCustomersRepo(db: Database) {
	const { orm } = db;

	/** One narrow search: rows of an index of `table`, with their customers. */
	function search(
		session: StaffSession,
		{ by, from, userId, key, where, grouped, invoiceId }: Search,
		{ after, limit }: Range,
		now: number,
	) {
		const page = keyset(key, users.id, "asc", after);
		const allowed = and(staffMay(session, "customers.view", now), where, page.where);
		const query = orm
			.select({
				...listColumns,
				match: sql<string>`${key}`.as("match"),
				invoiceId: (invoiceId ?? sql<null>`null`).as("invoice_id") as SQL.Aliased<string | null>,
			})
			.from(from)
			.$dynamic();
		if (from !== users) query.innerJoin(users, eq(users.id, userId));
		if (grouped) query.groupBy(users.id);
		query.where(allowed);
		query.orderBy(...page.orderBy);
		query.limit(limit ?? pageSize + 1);
		return db.read(query).then((rows) => rows.map((row) => ({ ...row, by })));
	}

	/** Condition, order and limit of a page of a customer's rows in a table, newest first. */
	function pageOf(
		{ session, permission, userId, after, now }: Rows,
		table: CustomersTable,
		key: SQLiteColumn,
		only?: SQL | undefined,
	) {
		const { where, orderBy } = keyset(key, table.id, "desc", after);
		const allowed = staffMay(session, permission, now);
		return { where: and(allowed, eq(table.userId, userId), only, where), orderBy, limit: pageSize + 1 };
	}

	/** Adds them to a query. */
	const read = <Q extends Pageable>(
		query: Q,
		{ where, orderBy, limit }: ReturnType<typeof pageOf>,
	): ReturnType<typeof db.read<Q>> => {
		query.where(where);
		query.orderBy(...orderBy);
		query.limit(limit);
		return db.read(query);
	};

	return {
		/** Customers by each meaning of the search text. All statements share one round trip. */
		async search(session: StaffSession, terms: SearchTerms, range: Range, now: number) {
			const found = await Promise.all(searches(terms).map((one) => search(session, one, range, now)));
			return found.flat();
		},

		newest: (session: StaffSession, { after, limit }: Range, now: number) => {
			const newest = keyset(users.createdAt, users.id, "desc", after);
			return db.read(
				orm
					.select(listColumns)
					.from(users)
					.where(and(staffMay(session, "customers.view", now), newest.where))
					.orderBy(...newest.orderBy)
					.limit(limit ?? pageSize + 1),
			);
		},

		/** The account without its secrets. */
		async account(session: StaffSession, userId: string, now: number) {
			const [found] = await db.read(
				orm
					.select(accountColumns)
					.from(users)
					.where(and(staffMay(session, "customers.view", now), eq(users.id, userId))),
			);
			return found ?? null;
		},

		/** Addresses besides the account's that get its invoices, oldest first. */
		billingEmails: (session: StaffSession, userId: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(billingEmails)
					.where(and(staffMay(session, "customers.view", now), eq(billingEmails.userId, userId)))
					.orderBy(asc(billingEmails.createdAt)),
			),

		/** People with access to the account, and accounts that its customer may use, with those who are invited. Oldest first. */
		access(session: StaffSession, userId: string, now: number) {
			const member = alias(users, "member");
			const name = (of: typeof users | typeof member) =>
				sql<string>`${of.firstName} || ' ' || ${of.lastName} || ' (' || ${of.email} || ')'`;
			return db.read(
				db.orm
					.select({
						id: accountMembers.id,
						userId: accountMembers.userId,
						memberId: accountMembers.memberId,
						invitedEmail: accountMembers.email,
						role: accountMembers.role,
						invitedAt: accountMembers.invitedAt,
						acceptedAt: accountMembers.acceptedAt,
						account: name(users).as("account_name"),
						member: sql<string | null>`${name(member)}`.as("member_name"),
					})
					.from(accountMembers)
					.innerJoin(users, eq(users.id, accountMembers.userId))
					.leftJoin(member, eq(member.id, accountMembers.memberId))
					.where(
						and(
							staffMay(session, "customers.view", now),
							or(eq(accountMembers.userId, userId), eq(accountMembers.memberId, userId)),
						),
					)
					.orderBy(asc(accountMembers.invitedAt)),
			);
		},

		/** How many sessions, domains, plans and projects a customer has. */
		async counts(session: StaffSession, userId: string, now: number) {
			const allowed = staffMay(session, "customers.view", now);
			const of = (table: SQLiteTable & CustomersTable, where?: SQL) =>
				db
					.read(
						orm
							.select({ count: count() })
							.from(table)
							.where(and(allowed, eq(table.userId, userId), where)),
					)
					.then(([row]) => row?.count ?? 0);
			const [live, names, plans, work] = await Promise.all([
				of(sessions, sql`${sessions.expiresAt} > ${now} and ${sessions.idleExpiresAt} > ${now}`),
				of(domains, inArray(domains.status, ["active", "expired", "redemption"])),
				of(hostingPlans, inArray(hostingPlans.status, ["active", "suspended"])),
				of(projects),
			]);
			return { sessions: live, domains: names, plans, projects: work };
		},

		domains: (rows: Rows) =>
			read(orm.select(domainColumns).from(domains).$dynamic(), pageOf(rows, domains, domains.createdAt)),

		plans: (rows: Rows) =>
			read(orm.select(planColumns).from(hostingPlans).$dynamic(), pageOf(rows, hostingPlans, hostingPlans.createdAt)),

		addons: (rows: Rows) => read(orm.select().from(addons).$dynamic(), pageOf(rows, addons, addons.createdAt)),

		invoices: (rows: Rows) =>
			read(orm.select(invoiceColumns).from(invoices).$dynamic(), pageOf(rows, invoices, invoices.issuedAt)),

		payments: (rows: Rows) =>
			read(orm.select(paymentColumns).from(payments).$dynamic(), pageOf(rows, payments, payments.createdAt)),

		/** Credit received and spent. */
		credit: (rows: Rows) =>
			read(
				orm.select().from(ledgerEntries).$dynamic(),
				pageOf(rows, ledgerEntries, ledgerEntries.createdAt, isCreditEntry),
			),

		emails: (rows: Rows) =>
			read(orm.select(emailColumns).from(outbox).$dynamic(), pageOf(rows, outbox, outbox.createdAt, isEmail)),

		async email(session: StaffSession, permission: Permission, userId: string, id: string, now: number) {
			const which = and(eq(outbox.id, id), eq(outbox.userId, userId), isEmail);
			const [found] = await db.read(
				orm
					.select()
					.from(outbox)
					.where(and(staffMay(session, permission, now), which)),
			);
			return found ?? null;
		},

		/** Devices that are signed in, the most recently used first. */
		sessions: (rows: Rows) => {
			const live = sql`${sessions.expiresAt} > ${rows.now} and ${sessions.idleExpiresAt} > ${rows.now}`;
			return read(orm.select(sessionColumns).from(sessions).$dynamic(), pageOf(rows, sessions, sessions.seenAt, live));
		},

		securityEvents: (rows: Rows) =>
			read(orm.select().from(securityEvents).$dynamic(), pageOf(rows, securityEvents, securityEvents.lastAt)),

		activity: (rows: Rows) =>
			read(orm.select().from(activityLog).$dynamic(), pageOf(rows, activityLog, activityLog.createdAt)),

		notes: (rows: Rows) =>
			read(orm.select().from(customerNotes).$dynamic(), pageOf(rows, customerNotes, customerNotes.createdAt)),

		/** Stored files of the customer's tickets, projects and jobs, each with the permission to see those. Newest first. */
		async files({ session, userId, after, now }: Omit<Rows, "permission">) {
			const page = (
				table: typeof ticketFiles | typeof projectFiles | typeof jobFiles,
				permission: Permission,
				which: SQL | undefined,
			) => {
				const { where, orderBy } = keyset(table.createdAt, table.id, "desc", after);
				const allowed = and(staffMay(session, permission, now), eq(table.state, "stored"), which, where);
				return { where: allowed, orderBy };
			};
			const ofTickets = page(ticketFiles, "tickets.view", eq(ticketFiles.userId, userId));
			const ofProjects = page(
				projectFiles,
				"projects.view",
				and(eq(projectFiles.userId, userId), isNull(projectFiles.removedAt)),
			);
			const ofJobs = page(jobFiles, "services.view", eq(orders.userId, userId));
			const columns = (table: typeof ticketFiles | typeof projectFiles | typeof jobFiles) => ({
				id: table.id,
				name: table.name,
				size: table.size,
				createdAt: table.createdAt,
			});
			const [tickets, projects, jobsOf] = await Promise.all([
				db.read(
					db.orm
						.select({ ...columns(ticketFiles), subjectId: ticketFiles.ticketId })
						.from(ticketFiles)
						.where(ofTickets.where)
						.orderBy(...ofTickets.orderBy)
						.limit(pageSize + 1),
				),
				db.read(
					db.orm
						.select({ ...columns(projectFiles), subjectId: projectFiles.projectId })
						.from(projectFiles)
						.where(ofProjects.where)
						.orderBy(...ofProjects.orderBy)
						.limit(pageSize + 1),
				),
				// CROSS JOIN reads the customer's orders first, because jobs have no index by customer.
				db.read(
					db.orm
						.select({ ...columns(jobFiles), subjectId: jobFiles.jobId, orderId: jobs.orderId })
						.from(orders)
						.crossJoin(jobs)
						.crossJoin(jobFiles)
						.where(and(eq(jobs.orderId, orders.id), eq(jobFiles.jobId, jobs.id), ofJobs.where))
						.orderBy(...ofJobs.orderBy)
						.limit(pageSize + 1),
				),
			]);
			const all = [
				...tickets.map((row) => ({ ...row, of: "ticket" as const, orderId: null })),
				...projects.map((row) => ({ ...row, of: "project" as const, orderId: null })),
				...jobsOf.map((row) => ({ ...row, of: "job" as const })),
			];
			return all.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
		},

		async note(session: StaffSession, userId: string, id: string, now: number) {
			const which = and(eq(customerNotes.id, id), eq(customerNotes.userId, userId));
			const [found] = await db.read(
				orm
					.select()
					.from(customerNotes)
					.where(and(staffMay(session, "customers.view", now), which)),
			);
			return found ?? null;
		},

		/** The amount due of open invoices, by currency. Minor units. */
		openAmounts: (session: StaffSession, userId: string, now: number) =>
			db.read(
				orm
					.select({
						currency: invoices.currency,
						count: count(),
						amount: sql<number>`sum(${invoices.total} - ${invoices.creditUsed})`.as("amount"),
					})
					.from(invoices)
					.where(and(staffMay(session, "customers.view", now), eq(invoices.userId, userId), eq(invoices.state, "open")))
					.groupBy(invoices.currency),
			),

		/** Remaining credit by currency. Minor units. */
		credits: (session: StaffSession, userId: string, now: number) =>
			db.read(
				orm
					.select({ currency: ledgerEntries.currency, amount: creditBalance.as("amount") })
					.from(ledgerEntries)
					.where(and(staffMay(session, "customers.view", now), eq(ledgerEntries.userId, userId), isCreditEntry))
					.groupBy(ledgerEntries.currency)
					.having(gt(creditBalance, 0)),
			),

		addNote: (note: typeof customerNotes.$inferInsert): Change => write(orm.insert(customerNotes).values(note)),

		/** Stale if someone has edited or deleted it since `version`. */
		editNote: (
			userId: string,
			id: string,
			version: number,
			set: { text: string; editedBy: string },
			now: number,
		): Change =>
			guarded(
				orm
					.update(customerNotes)
					.set({ ...set, updatedAt: now })
					.where(isNote(userId, id, version)),
			),

		removeNote: (userId: string, id: string, version: number): Change =>
			guarded(orm.delete(customerNotes).where(isNote(userId, id, version))),
	};
}

const isNote = (userId: string, id: string, version: number) =>
	and(eq(customerNotes.id, id), eq(customerNotes.userId, userId), eq(customerNotes.updatedAt, version));

const domainColumns = {
	id: domains.id,
	name: domains.name,
	status: domains.status,
	registrar: domains.registrar,
	autoRenew: domains.autoRenew,
	registeredAt: domains.registeredAt,
	expiresAt: domains.expiresAt,
	createdAt: domains.createdAt,
};

const planColumns = {
	id: hostingPlans.id,
	name: hostingPlans.name,
	domain: hostingPlans.domain,
	status: hostingPlans.status,
	price: hostingPlans.price,
	currency: hostingPlans.currency,
	termMonths: hostingPlans.termMonths,
	cancelledAt: hostingPlans.cancelledAt,
	endedReason: hostingPlans.endedReason,
	expiresAt: hostingPlans.expiresAt,
	createdAt: hostingPlans.createdAt,
};

const { payload: _payload, ...emailColumns } = getTableColumns(outbox);

const isEmail = startsWith(outbox.kind, "mail.");

const invoiceColumns = {
	id: invoices.id,
	number: invoices.number,
	state: invoices.state,
	currency: invoices.currency,
	total: invoices.total,
	creditUsed: invoices.creditUsed,
	issuedAt: invoices.issuedAt,
	dueAt: invoices.dueAt,
	paidAt: invoices.paidAt,
};

interface Search {
	readonly by: SearchedBy;
	readonly from: SQLiteTable;
	readonly userId: SQLiteColumn;
	/** What is found, and the order of the rows. */
	readonly key: SQLiteColumn | SQL<string>;
	readonly where: SQL | undefined;
	/** Whether a customer may have many rows with the same key. */
	readonly grouped?: boolean;
	/** The invoice that was found. */
	readonly invoiceId?: SQL<string>;
}

/** The statements for a search. Each reads a range of one index, see `tests/worker/customers-desk.test.ts`. */
function searches({ id, name, email, phone, domain, invoice, receipt, card }: SearchTerms): Search[] {
	const self = { from: users, userId: users.id };
	const list: (Search | false)[] = [
		id !== undefined && { by: "id", ...self, key: users.id, where: eq(users.id, id) },
		email !== undefined && { by: "email", ...self, key: users.email, where: startsWith(users.email, email) },
		phone !== undefined && { by: "phone", ...self, key: users.phone, where: startsWith(users.phone, phone) },
		phone !== undefined && {
			by: "phone",
			...{ from: payments, userId: payments.userId, key: payments.phone },
			...{ where: eq(payments.phone, phone), grouped: true },
		},
		...names.map((key) => name !== undefined && { by: "name" as const, ...self, key, where: startsWith(key, name) }),
		name !== undefined && {
			by: "name",
			...{ ...self, key: company, where: and(sql`${users.company} is not null`, startsWith(company, name)) },
		},
		domain !== undefined && {
			by: "domain",
			...{ from: domains, userId: domains.userId, key: domains.name, where: startsWith(domains.name, domain) },
		},
		invoice !== undefined && {
			by: "invoice",
			...{ from: invoices, userId: invoices.userId, key: invoices.number, where: eq(invoices.number, invoice) },
			invoiceId: sql<string>`${invoices.id}`,
		},
		invoice !== undefined && {
			by: "invoice",
			...{ from: creditNotes, userId: creditNotes.userId, key: creditNotes.number },
			where: eq(creditNotes.number, invoice),
			invoiceId: sql<string>`${creditNotes.invoiceId}`,
		},
		receipt !== undefined && {
			by: "receipt",
			...{ from: payments, userId: payments.userId, key: payments.receipt, where: eq(payments.receipt, receipt) },
		},
		// Money that staff gave as credit has no payment.
		receipt !== undefined && {
			by: "receipt",
			...{ from: ledgerEntries, userId: ledgerEntries.userId, key: ledgerEntries.receipt },
			...{ where: eq(ledgerEntries.receipt, receipt), grouped: true },
		},
		card !== undefined && {
			by: "card",
			...{ from: paymentCards, userId: paymentCards.userId, key: paymentCards.last4 },
			...{ where: eq(paymentCards.last4, card), grouped: true },
		},
		card !== undefined && {
			by: "card",
			...{ from: payments, userId: payments.userId, key: payments.cardName, grouped: true },
			where: inArray(
				payments.cardName,
				cardBrands.map((brand) => cardName({ brand, last4: card })),
			),
		},
	];
	return list.filter((one) => one !== false);
}
