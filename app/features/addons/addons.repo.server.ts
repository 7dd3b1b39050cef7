import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy } from "~/db/owner";
import { isRunningAddon } from "~/db/running-addon";
import { type Addon, addons, domains, hostingPlans } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";

/** A paid add-on. Belongs to the customer's domain with this name, to a plan, or to the plan of an order line. */
export interface NewAddon extends Omit<typeof addons.$inferInsert, "domainId" | "planId"> {
	readonly domain: string | null;
	readonly planId: string | null;
	readonly planLineId: string | null;
}

/** What add-ons belong to. */
export type AddonParent = { readonly domainId: string } | { readonly planId: string };

/** How many domains and how many plans staff can choose from. */
const mostTargets = 200;

const ofParent = (parent: AddonParent): SQL =>
	"domainId" in parent ? eq(addons.domainId, parent.domainId) : eq(addons.planId, parent.planId);

/** The add-ons of domains and plans. */
export function createAddonsRepo(db: Database) {
	const { orm } = db;

	return {
		/** Adds an add-on. Goes after the change that adds its domain or plan. Adds nothing without one. */
		add({ domain, planId, planLineId, ...addon }: NewAddon): Change {
			const row = (parent: Partial<Record<"domainId" | "planId", SQL>>, from: SQL) =>
				write(insertSelect(db, addons, { ...addon, ...parent }, from));
			if (domain !== null) {
				const named = and(eq(domains.userId, addon.userId), eq(domains.name, domain));
				return row({ domainId: sql`${domains.id}` }, sql`from ${domains} where ${named}`);
			}
			const which = planId === null ? eq(hostingPlans.orderLineId, planLineId ?? "") : eq(hostingPlans.id, planId);
			const own = and(eq(hostingPlans.userId, addon.userId), which);
			return row({ planId: sql`${hostingPlans.id}` }, sql`from ${hostingPlans} where ${own}`);
		},

		/**
		 * Adds an add-on that is active already. Stale if its domain or plan is not active, or has the same add-on.
		 * @param addon belongs to the customer's domain or plan
		 */
		record(addon: Omit<typeof addons.$inferInsert, "domainId" | "planId">, parent: AddonParent, now: number): Change {
			const same = and(
				eq(addons.userId, addon.userId),
				eq(addons.productId, addon.productId),
				ofParent(parent),
				isRunningAddon(now),
			);
			const from =
				"domainId" in parent
					? sql`from ${domains} where ${and(eq(domains.id, parent.domainId), eq(domains.userId, addon.userId), eq(domains.status, "active"))}`
					: sql`from ${hostingPlans} where ${and(eq(hostingPlans.id, parent.planId), eq(hostingPlans.userId, addon.userId), eq(hostingPlans.status, "active"))}`;
			return guarded(
				insertSelect(
					db,
					addons,
					{ ...addon, ...parent },
					sql`${from} and not exists (select 1 from ${addons} where ${same})`,
				),
			);
		},

		/** Active domains and plans of a customer, which an add-on can be for. For staff. One round trip. */
		async targets(session: StaffSession, permission: Permission, userId: string, now: number) {
			const may = staffMay(session, permission, now);
			const [names, plans] = await Promise.all([
				db.read(
					orm
						.select({ id: domains.id, name: domains.name })
						.from(domains)
						.where(and(may, eq(domains.userId, userId), eq(domains.status, "active")))
						.orderBy(asc(domains.name))
						.limit(mostTargets),
				),
				db.read(
					orm
						.select({
							id: hostingPlans.id,
							name: hostingPlans.name,
							domain: hostingPlans.domain,
							type: hostingPlans.type,
						})
						.from(hostingPlans)
						.where(and(may, eq(hostingPlans.userId, userId), eq(hostingPlans.status, "active")))
						.orderBy(asc(hostingPlans.createdAt))
						.limit(mostTargets),
				),
			]);
			return { domains: names, plans };
		},

		/** The running add-ons of a domain or plan, in the order of their purchase. */
		of: (owner: Owner, parent: AddonParent, now: number) =>
			db.read(
				orm
					.select()
					.from(addons)
					.where(and(ownedBy(addons.userId, owner, now), ofParent(parent), isRunningAddon(now)))
					.orderBy(addons.createdAt),
			),

		/** Changes nothing if it has ended. `expiresAt` in ms. */
		activate: (id: string, expiresAt: number, now: number): Change =>
			write(
				orm
					.update(addons)
					.set({ activatedAt: now, expiresAt, updatedAt: now })
					.where(and(eq(addons.id, id), isNull(addons.endedAt))),
			),

		/** Stale if it was extended since it was read. `expiresAt` in ms. */
		extend: ({ id, expiresAt: was }: Pick<Addon, "id" | "expiresAt">, expiresAt: number, now: number): Change =>
			guarded(
				orm
					.update(addons)
					.set({ expiresAt, updatedAt: now })
					.where(and(eq(addons.id, id), sql`${addons.expiresAt} is ${was}`)),
			),

		/** Not renewed any more. Stale if it is cancelled or has ended. */
		cancel: (owner: Owner, parent: AddonParent, id: string, now: number): Change =>
			guarded(
				orm
					.update(addons)
					.set({ cancelledAt: now, updatedAt: now })
					.where(and(running(owner, parent, id, now), isNotNull(addons.expiresAt), isNull(addons.cancelledAt))),
			),

		/** Renewed again. Stale if it is not cancelled or its paid time is over. */
		keep: (owner: Owner, parent: AddonParent, id: string, now: number): Change =>
			guarded(
				orm
					.update(addons)
					.set({ cancelledAt: null, updatedAt: now })
					.where(and(running(owner, parent, id, now), isNotNull(addons.cancelledAt), gt(addons.expiresAt, now))),
			),

		/** Ends those of the domain, plan or customer, or the one with this id. */
		end: (column: "id" | "domainId" | "planId" | "userId", value: string, now: number): Change =>
			write(
				orm
					.update(addons)
					.set({ endedAt: now, updatedAt: now })
					.where(and(eq(addons[column], value), isNull(addons.endedAt))),
			),

		/** Expression: the name of an add-on. */
		nameExpression: (id: string) => sql`(select ${addons.name} from ${addons} where ${addons.id} = ${id})`,
	};
}

const running = (owner: Owner, parent: AddonParent, id: string, now: number) =>
	and(ownedBy(addons.userId, owner, now), ofParent(parent), eq(addons.id, id), isNull(addons.endedAt));
