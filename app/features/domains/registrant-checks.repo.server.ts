import { and, asc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import { type Owner, ownedBy } from "~/db/owner";
import { type Domain, domains, users } from "~/db/schema";

export type RegistrantChecksRepo = ReturnType<typeof createRegistrantChecksRepo>;

/** Checks of registrants. Times in ms. */
export function createRegistrantChecksRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	const held = inArray(domains.status, [...holderStatuses]);
	return {
		/** Whose state has to be read, the longest waiting first. */
		due: (now: number, limit: number): Promise<Domain[]> =>
			read(
				orm
					.select()
					.from(domains)
					.where(and(lte(domains.registrantCheckAt, now), held))
					.orderBy(asc(domains.registrantCheckAt))
					.limit(limit),
			),

		/** All checks that are not done, by the time of their next reading. */
		open: (after: Domain | null, limit: number): Promise<Domain[]> =>
			read(
				orm
					.select()
					.from(domains)
					.where(
						and(
							gt(domains.registrantCheckAt, 0),
							held,
							after
								? or(
										gt(domains.registrantCheckAt, after.registrantCheckAt ?? 0),
										and(eq(domains.registrantCheckAt, after.registrantCheckAt ?? 0), gt(domains.id, after.id)),
									)
								: undefined,
						),
					)
					.orderBy(asc(domains.registrantCheckAt), asc(domains.id))
					.limit(limit),
			),

		/** The owner's, those that end first. */
		ofOwner: (owner: Owner, limit: number, now: number): Promise<Domain[]> =>
			read(
				orm
					.select()
					.from(domains)
					.where(
						and(ownedBy(domains.userId, owner, now), inArray(domains.registrantCheck, ["pending", "suspended"]), held),
					)
					.orderBy(asc(domains.registrantDeadline))
					.limit(limit),
			),

		/** Undefined if no account holds it any more. */
		domain: async (id: string): Promise<Domain | undefined> =>
			(
				await read(
					orm
						.select()
						.from(domains)
						.where(and(eq(domains.id, id), held)),
				)
			)[0],

		/** The confirmed address of an account. */
		accountEmail: async (userId: string): Promise<string | undefined> =>
			(
				await read(
					orm
						.select({ email: users.email })
						.from(users)
						.where(and(eq(users.id, userId), inArray(users.status, ["active", "closing"]))),
				)
			)[0]?.email,

		/** Stale if it was read, or the registrant changed, in the meantime. */
		save: (
			{ id, registrantCheckAt }: Pick<Domain, "id" | "registrantCheckAt">,
			fields: Pick<Domain, "registrantCheck" | "registrantDeadline" | "registrantCheckAt">,
		): Change =>
			guarded(
				orm
					.update(domains)
					.set(fields)
					.where(and(eq(domains.id, id), sql`${domains.registrantCheckAt} is ${registrantCheckAt}`)),
			),
	};
}
