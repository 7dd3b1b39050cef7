import { and, asc, eq, getTableColumns, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { isHolder, those } from "~/db/comparison-marks.server";
import { type Direction, keyset, startsWith } from "~/db/keyset";
import { planPayments } from "~/db/plan-payments.server";
import {
	bulkRows,
	comparedVersions,
	domainPushes,
	domains,
	hostingPlans,
	invoices,
	jobFiles,
	jobs,
	orderLines,
	orders,
	serverAccounts,
	users,
} from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { TaskName } from "~/db/task-position.server";
import type { OrderState } from "~/features/orders/order-state";
import type { StaffActor, StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";
import { type RegistrarId, registrarIds } from "~/platform/registrar/registrar-routes";
import type { Wanted } from "./selected-services";
import type { DomainFilter, PlanFilter } from "./service-filters";

/** Rows of a page, or those that a bulk action left as they were. */
type Selected = Exclude<Wanted<never>, { readonly by: "list" }>;

export interface DomainSearch {
	/** The start of a name, in its ASCII form. */
	readonly name?: string | undefined;
	/** Default: all that are registered, and with a name all. */
	readonly status?: DomainFilter | undefined;
	readonly registrar?: RegistrarId | undefined;
	readonly tld?: string | undefined;
	/** Only active ones that expire until then (ms). */
	readonly until?: number | undefined;
}

/** Which column orders the list of domains. Each order is that of an index, so that a page reads only its rows. */
const domainOrder = ({ name, status, registrar, tld, until }: DomainSearch) => {
	if (name !== undefined) return "name";
	if (status === "pending" || status === "transfer_in") return "created";
	return status === undefined && registrar === undefined && tld === undefined && until === undefined
		? "name"
		: "expires";
};

/** The cursor of the page after a row. */
export const domainCursor = (
	row: { readonly id: string; readonly name: string; readonly expiresAt: number | null; readonly createdAt: number },
	search: DomainSearch,
): Cursor => {
	const keys = { name: row.name, created: row.createdAt, expires: row.expiresAt ?? 0 };
	return [keys[domainOrder(search)], row.id];
};

export interface PlanSearch {
	/** The start of the plan's domain, in its ASCII form. */
	readonly domain?: string | undefined;
	/** Default: active, and with a domain or a server all. */
	readonly status?: PlanFilter | undefined;
	readonly server?: string | undefined;
	readonly productId?: string | undefined;
	/** Only active ones that expire until then (ms). */
	readonly until?: number | undefined;
}

/** Which column orders the list of plans, as for domains. */
const planOrder = ({ domain, status, server }: PlanSearch) => {
	if (domain !== undefined) return "domain";
	if (server !== undefined) return "account";
	return status === "pending" ? "created" : "expires";
};

export const planCursor = (
	row: {
		readonly id: string;
		readonly domain: string | null;
		readonly account: string | null;
		readonly expiresAt: number | null;
		readonly createdAt: number;
	},
	search: PlanSearch,
): Cursor => {
	const keys = {
		domain: row.domain ?? "",
		account: row.account ?? "",
		created: row.createdAt,
		expires: row.expiresAt ?? 0,
	};
	return [keys[planOrder(search)], row.id];
};

/**
 * The page after a row. Rows that never had an expiry come first, because SQLite sorts null before all numbers. Their
 * cursor has 0.
 */
function pageAfter(
	key: Parameters<typeof keyset>[0],
	id: Parameters<typeof keyset>[1],
	direction: Direction,
	after: Cursor | null,
) {
	const page = keyset(key, id, direction, after);
	return after?.[0] === 0 ? { ...page, where: sql`(${key} is not null or ${id} > ${after[1]})` } : page;
}

/** With the plus, SQLite filters by the column but chooses no index by it. */
const filter = (column: SQL | { readonly getSQL: () => SQL }, value: string | undefined): SQL | undefined =>
	value === undefined ? undefined : sql`+${column} = ${value}`;

/** The condition of the index `domains_claims`. */
const isClaim = sql`+${domains.status} in ('pending', 'transfer_in')`;

const customer = {
	customerId: sql<string>`${users.id}`.as("customer_id"),
	firstName: users.firstName,
	lastName: users.lastName,
	email: users.email,
};

/** Domains and plans of all customers, for staff. Every statement checks the session and the permission. */
export function createServicesDeskRepo(db: Database) {
	const { orm } = db;

	const mayView = (session: StaffActor, now: number) => staffMay(session, "services.view", now);

	/** Conditions, of which the first is that of the index to read. */
	function domainConditions({ name, status, registrar, tld, until }: DomainSearch): SQL | undefined {
		const rest = and(
			tld === undefined ? undefined : filter(domains.tld, tld),
			registrar === undefined ? undefined : filter(domains.registrar, registrar),
		);
		const activeUntil = until === undefined ? undefined : lte(domains.expiresAt, until);
		const only = filter(domains.status, status ?? (until === undefined ? undefined : "active"));
		if (name !== undefined) return and(startsWith(domains.name, name), only, rest, activeUntil);
		if (status === "pending" || status === "transfer_in") return and(isClaim, only, rest);
		const atRegistrar =
			registrar === undefined
				? undefined
				: and(sql`${domains.registrar} is not null`, eq(domains.registrar, registrar));
		// Its indexes have the status.
		if (status !== "released" && tld !== undefined)
			return and(isHolder, atRegistrar, eq(domains.tld, tld), only, activeUntil);
		// Few domains are in the other states, so the index of the status is the narrower one.
		if ((status === undefined || status === "active") && registrar !== undefined)
			return and(isHolder, atRegistrar, only, activeUntil);
		const one = status ?? (until === undefined ? undefined : "active");
		if (one !== undefined) return and(eq(domains.status, one), rest, activeUntil);
		return isHolder;
	}

	function planConditions({ domain, status, server, productId, until }: PlanSearch): SQL | undefined {
		const activeUntil = until === undefined ? undefined : lte(hostingPlans.expiresAt, until);
		const only = filter(hostingPlans.status, status ?? (until === undefined ? undefined : "active"));
		const product = filter(hostingPlans.productId, productId);
		if (domain !== undefined)
			return and(
				startsWith(hostingPlans.domain, domain),
				only,
				product,
				filter(serverAccounts.server, server),
				activeUntil,
			);
		if (server !== undefined) return and(eq(serverAccounts.server, server), only, product, activeUntil);
		// States are no parameters, so that the partial indexes serve.
		if (status === "pending") return and(sql`+${hostingPlans.status} = 'pending'`, product);
		const isActive = status === undefined || status === "active";
		if (isActive && productId !== undefined)
			return and(sql`${hostingPlans.status} = 'active'`, eq(hostingPlans.productId, productId), activeUntil);
		return and(eq(hostingPlans.status, status ?? "active"), product, activeUntil);
	}

	/** The ids of what staff selected. */
	const idsOf = (wanted: Selected): SQL =>
		wanted.by === "ids"
			? those(wanted.ids)
			: sql`(select ${bulkRows.subjectId} from ${bulkRows} where ${and(eq(bulkRows.bulkId, wanted.bulkId), inArray(bulkRows.state, ["refused", "failed"]))})`;

	/** Plans with their customers, and their accounts on a hosting server. */
	const listedPlans = () =>
		orm
			.select({ ...listedPlan, ...customer })
			.from(hostingPlans)
			.innerJoin(users, eq(users.id, hostingPlans.userId))
			.leftJoin(serverAccounts, eq(serverAccounts.account, hostingPlans.id));

	return {
		plans(session: StaffSession, search: PlanSearch, after: Cursor | null, now: number, limit = pageSize + 1) {
			const order = planOrder(search);
			const keys = {
				domain: hostingPlans.domain,
				account: serverAccounts.user,
				created: hostingPlans.createdAt,
				expires: hostingPlans.expiresAt,
			};
			const page = pageAfter(keys[order], hostingPlans.id, order === "created" ? "desc" : "asc", after);
			return db.read(
				listedPlans()
					.where(and(mayView(session, now), planConditions(search), page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** Selected plans, by name. */
		selectedPlans: (session: StaffSession, wanted: Selected, now: number, limit: number) =>
			db.read(
				listedPlans()
					.where(and(mayView(session, now), inArray(hostingPlans.id, idsOf(wanted))))
					.orderBy(asc(hostingPlans.name))
					.limit(limit),
			),

		/** A plan with its customer and its account on a hosting server. Undefined without the permission. */
		async plan(session: StaffActor, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({
						...getTableColumns(hostingPlans),
						...customer,
						createdAt: listedPlan.createdAt,
						updatedAt: listedPlan.updatedAt,
						status: listedPlan.status,
						server: serverAccounts.server,
						account: serverAccounts.user,
					})
					.from(hostingPlans)
					.innerJoin(users, eq(users.id, hostingPlans.userId))
					.leftJoin(serverAccounts, eq(serverAccounts.account, hostingPlans.id))
					.where(and(mayView(session, now), eq(hostingPlans.id, id))),
			);
			return found;
		},

		planPayments: (session: StaffSession, planId: string, now: number) =>
			planPayments(db, planId, mayView(session, now)),

		/** Jobs of the plan's order, and of later orders that are not done. Newest first. */
		async planJobs(session: StaffSession, planId: string, now: number) {
			const own = (value: SQL) => sql`(select ${value} from ${hostingPlans} where ${hostingPlans.id} = ${planId})`;
			const [first, open] = await Promise.all([
				jobsWhere(session, eq(jobs.orderLineId, own(sql`${hostingPlans.orderLineId}`)), now),
				jobsWhere(
					session,
					and(
						eq(jobs.userId, own(sql`${hostingPlans.userId}`)),
						sql`${jobs.state} <> 'done'`,
						eq(orderLines.planId, planId),
						ne(jobs.orderLineId, own(sql`coalesce(${hostingPlans.orderLineId}, '')`)),
					),
					now,
				),
			]);
			return [...open, ...first];
		},

		domains(session: StaffSession, search: DomainSearch, after: Cursor | null, now: number, limit = pageSize + 1) {
			const order = domainOrder(search);
			const key = { name: domains.name, created: domains.createdAt, expires: domains.expiresAt }[order];
			const page = pageAfter(key, domains.id, order === "created" ? "desc" : "asc", after);
			return db.read(
				orm
					.select({ ...listedDomain, ...customer })
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.where(and(mayView(session, now), domainConditions(search), page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** Selected domains, by name. */
		selectedDomains: (session: StaffSession, wanted: Selected, now: number, limit: number) =>
			db.read(
				orm
					.select({ ...listedDomain, ...customer })
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.where(and(mayView(session, now), inArray(domains.id, idsOf(wanted))))
					.orderBy(asc(domains.name))
					.limit(limit),
			),

		/** A domain with its customer and the contact data of its order. Undefined without the permission. */
		async domain(session: StaffActor, id: string, now: number) {
			const { contacts, createdAt, ...columns } = getTableColumns(domains);
			const [found] = await db.read(
				orm
					.select({
						...columns,
						...customer,
						contacts,
						createdAt: sql<number>`${createdAt}`.as("added_at"),
						updatedAt: sql<number>`${domains.updatedAt}`.as("version"),
						status: sql<typeof domains.$inferSelect.status>`${domains.status}`.as("domain_status"),
						orderContact: orders.contact,
					})
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.leftJoin(orderLines, eq(orderLines.id, domains.orderLineId))
					.leftJoin(orders, eq(orders.id, orderLines.orderId))
					.where(and(mayView(session, now), eq(domains.id, id))),
			);
			return found;
		},

		/** When the nightly comparison last found nothing to correct. */
		async lastCompared(session: StaffSession, id: string, now: number): Promise<number | null> {
			const tasks = registrarIds.map((registrar): TaskName => `comparison with ${registrar}`);
			const [found] = await db.read(
				orm
					.select({ at: sql<number | null>`max(${comparedVersions.checkedAt})`.as("at") })
					.from(comparedVersions)
					.where(and(mayView(session, now), inArray(comparedVersions.task, tasks), eq(comparedVersions.domainId, id))),
			);
			return found?.at ?? null;
		},

		/** The offer that waits for an answer. */
		async offer(session: StaffSession, domainId: string, now: number) {
			const [found] = await db.read(
				orm
					.select({ recipientEmail: domainPushes.recipientEmail, expiresAt: domainPushes.expiresAt })
					.from(domainPushes)
					.where(
						and(
							mayView(session, now),
							eq(domainPushes.domainId, domainId),
							// Not a parameter, so that the partial index serves.
							sql`${domainPushes.state} = 'pending'`,
							sql`${domainPushes.expiresAt} > ${now}`,
						),
					),
			);
			return found ?? null;
		},

		/** Jobs of the domain's registration or transfer, and of later orders that are not done. Newest first. */
		async domainJobs(session: StaffSession, domainId: string, now: number) {
			const own = (value: SQL) => sql`(select ${value} from ${domains} where ${domains.id} = ${domainId})`;
			const [first, open] = await Promise.all([
				jobsWhere(session, eq(jobs.orderLineId, own(sql`${domains.orderLineId}`)), now),
				jobsWhere(
					session,
					and(
						eq(jobs.userId, own(sql`${domains.userId}`)),
						sql`${jobs.state} <> 'done'`,
						eq(orderLines.domain, own(sql`${domains.name}`)),
						ne(jobs.orderLineId, own(sql`coalesce(${domains.orderLineId}, '')`)),
					),
					now,
				),
			]);
			return [...open, ...first];
		},

		/** An order with its customer and invoice. Undefined without the permission. */
		/** Writes nothing. Stale if the domain has changed since it was read. */
		keepDomain: ({ id, updatedAt }: { readonly id: string; readonly updatedAt: number }): Change =>
			guarded(
				orm
					.update(domains)
					.set({ updatedAt: sql`${domains.updatedAt}` })
					.where(and(eq(domains.id, id), eq(domains.updatedAt, updatedAt))),
			),

		async order(session: StaffSession, orderId: string, now: number) {
			const { requestHash: _, idempotencyKey: _key, ...columns } = getTableColumns(orders);
			const [found] = await db.read(
				orm
					.select({
						...columns,
						...customer,
						createdAt: sql<number>`${orders.createdAt}`.as("ordered_at"),
						state: sql<OrderState>`${orders.state}`.as("order_state"),
						invoice: sql<string>`${invoices.number}`.as("invoice_number"),
						invoiceId: sql<string>`${invoices.id}`.as("invoice_id"),
					})
					.from(orders)
					.innerJoin(users, eq(users.id, orders.userId))
					.innerJoin(invoices, eq(invoices.orderId, orders.id))
					.where(and(staffMay(session, "orders.view", now), eq(orders.id, orderId))),
			);
			return found;
		},

		orderLines: (session: StaffSession, orderId: string, now: number) =>
			db.read(
				orm
					.select()
					.from(orderLines)
					.where(and(staffMay(session, "orders.view", now), eq(orderLines.orderId, orderId)))
					.orderBy(asc(orderLines.position)),
			),

		orderJobs: (session: StaffSession, orderId: string, now: number) =>
			jobsWhere(session, eq(jobs.orderId, orderId), now),
	};

	/** Jobs with their lines and invoices. */
	function jobsWhere(session: StaffSession, where: SQL | undefined, now: number) {
		return db.read(
			orm
				.select({
					id: jobs.id,
					kind: jobs.kind,
					state: jobs.state,
					note: jobs.note,
					message: jobs.message,
					needs: jobs.needs,
					attempts: jobs.attempts,
					lastError: jobs.lastError,
					externalRef: jobs.externalRef,
					updatedAt: jobs.updatedAt,
					files:
						sql<string>`(select json_group_array(json_object('id', ${jobFiles.id}, 'name', ${jobFiles.name})) from ${jobFiles} where ${jobFiles.jobId} = ${jobs.id} and ${jobFiles.state} = 'stored')`.as(
							"files",
						),
					domain: orderLines.domain,
					name: orderLines.name,
					invoiceId: sql<string | null>`${invoices.id}`.as("invoice_id"),
					invoice: sql<string | null>`${invoices.number}`.as("invoice_number"),
				})
				.from(jobs)
				.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
				.leftJoin(invoices, eq(invoices.orderId, jobs.orderId))
				.where(and(mayView(session, now), where)),
		);
	}
}

const listedPlan = {
	id: hostingPlans.id,
	userId: hostingPlans.userId,
	name: hostingPlans.name,
	domain: hostingPlans.domain,
	status: sql<typeof hostingPlans.$inferSelect.status>`${hostingPlans.status}`.as("plan_status"),
	cancelledAt: hostingPlans.cancelledAt,
	expiresAt: hostingPlans.expiresAt,
	endedReason: hostingPlans.endedReason,
	suspendedReason: hostingPlans.suspendedReason,
	server: serverAccounts.server,
	account: serverAccounts.user,
	createdAt: sql<number>`${hostingPlans.createdAt}`.as("added_at"),
	updatedAt: sql<number>`${hostingPlans.updatedAt}`.as("version"),
};

const listedDomain = {
	id: domains.id,
	userId: domains.userId,
	name: domains.name,
	status: sql<typeof domains.$inferSelect.status>`${domains.status}`.as("domain_status"),
	registrar: domains.registrar,
	expiresAt: domains.expiresAt,
	autoRenew: domains.autoRenew,
	locked: domains.locked,
	transferLockedUntil: domains.transferLockedUntil,
	createdAt: sql<number>`${domains.createdAt}`.as("added_at"),
	updatedAt: sql<number>`${domains.updatedAt}`.as("version"),
};
