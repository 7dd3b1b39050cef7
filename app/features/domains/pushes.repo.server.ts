import { and, asc, eq, exists, gt, inArray, isNull, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import {
	type Addon,
	addons,
	type Domain,
	type DomainPush,
	dnsChanges,
	domainPushes,
	domains,
	invoices,
	jobs,
	orderLines,
	orders,
	users,
} from "~/db/schema";
import type { AccountStatus } from "~/features/accounts/account-status";
import type { DomainContacts } from "./contacts";
import { type PushState, pushStates } from "./push";

type HeldDomain = Pick<Domain, "id" | "name" | "userId">;

/** Fields of a pushed domain that the recipient does not take over. */
interface Moved {
	readonly userId: string;
	readonly contacts: DomainContacts;
	readonly transferLockedUntil: number | null;
	readonly check: Partial<Domain>;
}

export interface DuePush {
	readonly id: string;
	readonly expiresAt: number;
}

const mayAnswer = { accepted: ["active"], declined: ["active", "closing"] } as const;

/** Offers of domains to other customers. Times in ms. */
export function createPushesRepo(db: Database) {
	const { orm } = db;
	const renewal = alias(orderLines, "renewal");

	/** The owner's address, if it is verified. A closing account sees offers and may refuse them. */
	const emailOf = (owner: Owner, now: number, statuses: readonly AccountStatus[]) =>
		orm
			.select({ email: users.email })
			.from(users)
			.where(and(ownedBy(users.id, owner, now), inArray(users.status, [...statuses])));

	/** Jobs that are not done and work on the domain. */
	const openJobs = ({ userId, name }: HeldDomain) =>
		orm
			.select({ one: sql`1` })
			.from(jobs)
			.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
			// The second condition is that of the index.
			.where(and(eq(jobs.userId, userId), sql`${jobs.state} <> 'done'`, eq(orderLines.domain, name)));

	/** Unpaid orders with a line for the domain. An automatic renewal leaves its invoice, so it is not one of them. */
	const openOrders = ({ id, userId, name }: HeldDomain) =>
		and(
			eq(orders.userId, userId),
			eq(orders.state, "pending_payment"),
			exists(
				orm
					.select({ one: sql`1` })
					.from(orderLines)
					.where(and(eq(orderLines.orderId, orders.id), eq(orderLines.domain, name))),
			),
			notExists(
				orm
					.select({ one: sql`1` })
					.from(renewal)
					.where(and(eq(renewal.orderId, orders.id), eq(renewal.renewedDomainId, id))),
			),
		);

	const settled = (state: Exclude<PushState, "pending">, now: number) => ({ state, settledAt: now });
	const pendingPush = (id: string): SQL | undefined =>
		and(eq(domainPushes.id, id), inArray(domainPushes.state, pushStates.sources("accepted")));

	const offerColumns = {
		id: sql<string>`${domainPushes.id}`.as("push_id"),
		state: domainPushes.state,
		recipientEmail: domainPushes.recipientEmail,
		recipientId: domainPushes.recipientId,
		expiresAt: sql<number>`${domainPushes.expiresAt}`.as("offer_ends"),
		domainId: domainPushes.domainId,
		name: domains.name,
		tld: domains.tld,
		status: sql<Domain["status"]>`${domains.status}`.as("domain_status"),
		domainEnds: sql<number | null>`${domains.expiresAt}`.as("domain_ends"),
		isSenders: sql<number>`${domains.userId} = ${domainPushes.userId}`.mapWith(Boolean).as("is_senders"),
		senderId: sql<string>`${domainPushes.userId}`.as("sender_id"),
		senderName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("sender_name"),
		senderEmail: users.email,
		senderStatus: sql<string>`${users.status}`.as("sender_status"),
	};
	const offers = () =>
		orm
			.select(offerColumns)
			.from(domainPushes)
			.innerJoin(domains, eq(domains.id, domainPushes.domainId))
			.innerJoin(users, eq(users.id, domainPushes.userId));
	const toOwner = (owner: Owner, now: number, statuses: readonly AccountStatus[] = ["active", "closing"]) =>
		inArray(domainPushes.recipientEmail, emailOf(owner, now, statuses));

	return {
		/** The offer of the owner's domain that waits for an answer. */
		async pendingOf(owner: Owner, domainId: string, now: number): Promise<DomainPush | undefined> {
			const [found] = await db.read(
				orm
					.select()
					.from(domainPushes)
					.where(
						and(
							eq(domainPushes.domainId, domainId),
							ownedBy(domainPushes.userId, owner, now),
							// Not a parameter, so that the partial index serves.
							sql`${domainPushes.state} = 'pending'`,
							gt(domainPushes.expiresAt, now),
						),
					),
			);
			return found;
		},

		/** What keeps a domain from being moved: a job, and the number of an unpaid invoice. */
		async obstacles(domain: HeldDomain) {
			const [running, unpaid] = await Promise.all([
				db.read(openJobs(domain).limit(1)),
				db.read(
					orm
						.select({ number: invoices.number })
						.from(orders)
						.innerJoin(invoices, eq(invoices.orderId, orders.id))
						.where(openOrders(domain))
						.limit(1),
				),
			]);
			return { hasJob: running.length > 0, invoice: unpaid[0]?.number ?? null };
		},

		/** The name and address of the owner's account. */
		async account(owner: Owner, now: number) {
			const [found] = await db.read(
				orm
					.select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
					.from(users)
					.where(ownedBy(users.id, owner, now)),
			);
			return found;
		},

		/** Adds an offer. An earlier one that can't be accepted any more ends. A duplicate if another one waits for its answer. */
		add: (push: Omit<DomainPush, "recipientId" | "settledAt">): Change =>
			change(
				write(
					orm
						.update(domainPushes)
						.set(settled("expired", push.createdAt))
						.where(
							and(
								eq(domainPushes.domainId, push.domainId),
								sql`${domainPushes.state} = 'pending'`,
								or(lte(domainPushes.expiresAt, push.createdAt), ne(domainPushes.userId, push.userId)),
							),
						),
				),
				unique("domain_pushes.domain_id", write(orm.insert(domainPushes).values(push))),
			),

		/** Expression: the id of the active account with this address. */
		accountOf: (email: string): SQL =>
			sql`(select ${users.id} from ${users} where ${users.email} = ${email} and ${users.status} = 'active')`,

		/** Stale if the offer has ended. */
		withdraw: (owner: Owner, id: string, now: number): Change =>
			guarded(
				orm
					.update(domainPushes)
					.set(settled("withdrawn", now))
					.where(and(pendingPush(id), ownedBy(domainPushes.userId, owner, now))),
			),

		/** Stale if the offer has ended or is not to the owner's address. */
		answer: (owner: Owner, id: string, recipientId: string, state: "accepted" | "declined", now: number): Change =>
			guarded(
				orm
					.update(domainPushes)
					.set({ ...settled(state, now), recipientId })
					.where(and(pendingPush(id), gt(domainPushes.expiresAt, now), toOwner(owner, now, mayAnswer[state]))),
			),

		/** Stale if the offer was answered. */
		expire: (id: string, now: number): Change =>
			guarded(
				orm
					.update(domainPushes)
					.set(settled("expired", now))
					.where(and(pendingPush(id), lte(domainPushes.expiresAt, now))),
			),

		/** Offers to the owner that wait for an answer, oldest first. */
		waiting: (owner: Owner, now: number) =>
			db.read(
				offers()
					.where(
						and(
							toOwner(owner, now),
							eq(domainPushes.state, "pending"),
							gt(domainPushes.expiresAt, now),
							eq(domains.status, "active"),
							eq(domains.userId, domainPushes.userId),
						),
					)
					.orderBy(asc(domainPushes.createdAt)),
			),

		/** An offer to the owner, in any state. */
		async offerTo(owner: Owner, id: string, now: number) {
			const mine = or(toOwner(owner, now), ownedBy(domainPushes.recipientId, owner, now));
			return (await db.read(offers().where(and(eq(domainPushes.id, id), mine))))[0];
		},

		/** Checks no owner. */
		async find(id: string) {
			return (await db.read(offers().where(eq(domainPushes.id, id))))[0];
		},

		/** Unanswered offers with a deadline in this range. */
		due:
			(range: DueRange) =>
			(after: DuePush | null, limit: number): Promise<DuePush[]> => {
				const position = after && ([after.expiresAt, after.id] as const);
				const { where, orderBy } = keysetInRange(domainPushes.expiresAt, domainPushes.id, range, position);
				return db.read(
					orm
						.select({ id: domainPushes.id, expiresAt: domainPushes.expiresAt })
						.from(domainPushes)
						.where(and(sql`${domainPushes.state} = 'pending'`, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		async domain(id: string): Promise<Domain | undefined> {
			return (await db.read(orm.select().from(domains).where(eq(domains.id, id))))[0];
		},

		/** The recipient's own row of the name, and their currency. */
		async recipient(owner: Owner, name: string, now: number) {
			const [found] = await db.read(
				orm
					.select({
						id: sql<string>`${users.id}`.as("recipient_id"),
						status: sql<string>`${users.status}`.as("account_status"),
						currency: users.currency,
						rowId: sql<string | null>`${domains.id}`.as("row_id"),
						rowStatus: sql<Domain["status"] | null>`${domains.status}`.as("row_status"),
					})
					.from(users)
					.leftJoin(domains, and(eq(domains.userId, users.id), eq(domains.name, name)))
					.where(ownedBy(users.id, owner, now)),
			);
			return found;
		},

		runningAddons: (domainId: string): Promise<Addon[]> =>
			db.read(
				orm
					.select()
					.from(addons)
					.where(and(eq(addons.domainId, domainId), isNull(addons.endedAt))),
			),

		/**
		 * Moves a domain to another account. Its id, records and zone stay. Stale if it has changed since it was read, or if a
		 * job or an unpaid order is about it. `released`: the recipient's released row of the name, which the sender gets,
		 * because each account has one row of a name.
		 */
		move(
			domain: Domain,
			{ userId, contacts, transferLockedUntil, check }: Moved,
			released: string | null,
			now: number,
		) {
			const tombstone = (set: Partial<Domain>) =>
				released !== null &&
				guarded(
					orm
						.update(domains)
						.set({ ...set, updatedAt: now })
						.where(and(eq(domains.id, released), eq(domains.status, "released"))),
				);
			const moved = guarded(
				orm
					.update(domains)
					.set({
						...{ userId, contacts, transferLockedUntil, ...check, updatedAt: now },
						...{ orderLineId: null, autoRenew: false, locked: true },
					})
					.where(
						and(
							eq(domains.id, domain.id),
							eq(domains.userId, domain.userId),
							eq(domains.status, "active"),
							eq(domains.updatedAt, domain.updatedAt),
							notExists(openJobs(domain)),
							notExists(orm.select({ one: sql`1` }).from(orders).where(openOrders(domain))),
						),
					),
			);
			return change(
				tombstone({ name: `${domain.name}.moving` }),
				moved,
				tombstone({ name: domain.name, userId: domain.userId, orderLineId: null }),
				// They show records that the sender has deleted.
				write(orm.delete(dnsChanges).where(eq(dnsChanges.domainId, domain.id))),
			);
		},

		/** Stale if the add-on was changed since it was read. */
		moveAddon: (addon: Addon, to: Pick<Addon, "userId" | "price" | "currency">, now: number): Change =>
			guarded(
				orm
					.update(addons)
					.set({ ...to, updatedAt: now })
					.where(and(eq(addons.id, addon.id), eq(addons.userId, addon.userId), eq(addons.updatedAt, addon.updatedAt))),
			),
	};
}
