import { and, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { type Change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset, literally } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { proposals, users } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import type { Cursor } from "~/lib/page";
import { longestValidity, type ProposalContent, type ProposalState, proposalStates, type ShownState } from "./proposal";

type NewProposal = Omit<typeof proposals.$inferInsert, "state">;

const customer = {
	customerId: sql<string>`${users.id}`.as("customer_id"),
	firstName: users.firstName,
	lastName: users.lastName,
	email: users.email,
};

const listColumns = {
	id: proposals.id,
	state: proposals.state,
	currency: proposals.currency,
	total: proposals.total,
	content: proposals.content,
	writtenBy: proposals.writtenBy,
	createdAt: sql<number>`${proposals.createdAt}`.as("written_at"),
	expiresAt: proposals.expiresAt,
};

/** Quotes of staff. Times in ms. */
export function createProposalsRepo(db: Database) {
	const { orm } = db;

	const decide = (to: ProposalState, which: SQL | undefined, set: Partial<typeof proposals.$inferInsert>): Change =>
		guarded(
			orm
				.update(proposals)
				.set({ ...set, state: to })
				.where(and(which, inArray(proposals.state, proposalStates.sources(to)))),
		);

	return {
		/** A duplicate if there is a quote with this id. */
		insert: (row: NewProposal): Change =>
			unique("proposals.id", write(orm.insert(proposals).values({ ...row, state: "open" }))),

		async find(id: string) {
			const [found] = await db.read(orm.select().from(proposals).where(eq(proposals.id, id)));
			return found;
		},

		async own(owner: Owner, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select()
					.from(proposals)
					.where(and(eq(proposals.id, id), ownedBy(proposals.userId, owner, now))),
			);
			return found;
		},

		/** The owner's quotes that can be accepted, newest first, at most 20. */
		openOf: (owner: Owner, now: number) =>
			db.read(
				orm
					.select({
						id: proposals.id,
						currency: proposals.currency,
						content: proposals.content,
						expiresAt: proposals.expiresAt,
					})
					.from(proposals)
					.where(and(ownedBy(proposals.userId, owner, now), eq(proposals.state, "open"), gt(proposals.expiresAt, now)))
					.orderBy(desc(proposals.createdAt))
					.limit(20),
			),

		/** With the order that was placed. Stale if it is decided or expired, or not the owner's. */
		accept: (owner: Owner, id: string, orderId: string, content: ProposalContent, now: number): Change =>
			decide(
				"accepted",
				and(eq(proposals.id, id), gt(proposals.expiresAt, now), ownedBy(proposals.userId, owner, now)),
				{ decidedAt: now, orderId, content, total: content.order.sums.total },
			),

		/** Stale if it is decided, or not the owner's. */
		decline: (owner: Owner, id: string, now: number): Change =>
			decide("declined", and(eq(proposals.id, id), ownedBy(proposals.userId, owner, now)), { decidedAt: now }),

		/** Stale if it is decided. */
		withdraw: (id: string, now: number): Change => decide("withdrawn", eq(proposals.id, id), { decidedAt: now }),

		/** For staff, newest first. */
		list: (session: StaffSession, state: ShownState | undefined, after: Cursor | null, limit: number, now: number) => {
			const page = keyset(proposals.createdAt, proposals.id, "desc", after);
			return db.read(
				orm
					.select({ ...listColumns, ...customer })
					.from(proposals)
					.innerJoin(users, eq(users.id, proposals.userId))
					.where(and(staffMay(session, "orders.view", now), isShownAs(state, now), page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** For staff, with its customer. Undefined without the permission. */
		async findByStaff(session: StaffSession, permission: Permission, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({
						...listColumns,
						message: proposals.message,
						orderId: proposals.orderId,
						...customer,
					})
					.from(proposals)
					.innerJoin(users, eq(users.id, proposals.userId))
					.where(and(staffMay(session, permission, now), eq(proposals.id, id))),
			);
			return found;
		},
	};
}

/** A quote that can be accepted is no older than the longest validity. So those that expired are not read for it. */
function isShownAs(state: ShownState | undefined, now: number): SQL | undefined {
	if (state === undefined) return undefined;
	if (state === "expired") return and(literally(proposals.state, "open"), lte(proposals.expiresAt, now));
	const canBeAccepted = and(gt(proposals.expiresAt, now), gt(proposals.createdAt, now - longestValidity * DAY - DAY));
	return and(literally(proposals.state, state), state === "open" ? canBeAccepted : undefined);
}
