import { and, eq, inArray, ne, or, type SQL } from "drizzle-orm";
import type { Database, Statement } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import { type Domain, dnsChanges, dnsRecords, domains } from "~/db/schema";
import { domainStates } from "./domain-state";

/** What activation learns from the registry. */
export interface Registered {
	readonly registryId: string | null;
	/** Milliseconds. */
	readonly expiresAt: number | null;
	/** Of a name that was transferred: it keeps what it had. */
	readonly kept?: { readonly nameservers: readonly string[]; readonly locked: boolean } | undefined;
}

const claims = ["pending", "transfer_in"] as const;
const ended = { status: "released", autoRenew: false, forwards: null, contacts: null, glue: null } as const;

/** Statements about who holds a name. */
export function createHoldingRepo(db: Database) {
	const { orm } = db;

	function emptyZones(which: SQL | undefined): Statement[] {
		const ids = orm.select({ id: domains.id }).from(domains).where(which);
		return [
			orm.delete(dnsRecords).where(inArray(dnsRecords.domainId, ids)),
			orm.delete(dnsChanges).where(inArray(dnsChanges.domainId, ids)),
		];
	}

	return {
		/** Undoes the batch when the row changed its status since it was read. */
		end: ({ id, status }: Pick<Domain, "id" | "status">, now: number): Statement[] => [
			orm
				.update(domains)
				.set({ ...ended, status: domainStates.move(status, "released"), updatedAt: now })
				.where(and(eq(domains.id, id), eq(domains.status, status))),
			db.mustChange(),
			...emptyZones(eq(domains.id, id)),
		],

		/** Ends the rows of other accounts that wait for the name; their jobs return the money. */
		endClaims({ id, name }: Pick<Domain, "id" | "name">, now: number): Statement[] {
			const which = and(eq(domains.name, name), ne(domains.id, id), inArray(domains.status, [...claims]));
			return [
				...emptyZones(which),
				orm
					.update(domains)
					.set({ ...ended, updatedAt: now })
					.where(which),
			];
		},

		/** Undoes the batch when the row no longer waits for the name. */
		activate: (domainId: string, { registryId, expiresAt, kept }: Registered, now: number): Statement[] => [
			orm
				.update(domains)
				.set({
					status: "active",
					registryId,
					registeredAt: now,
					expiresAt,
					...(kept && { nameservers: [...kept.nameservers], locked: kept.locked }),
					updatedAt: now,
				})
				.where(and(eq(domains.id, domainId), inArray(domains.status, [...claims]))),
			db.mustChange(),
		],

		extend: (domainId: string, expiresAt: number, now: number) =>
			orm
				.update(domains)
				.set({ status: "active", expiresAt, updatedAt: now })
				.where(
					and(
						eq(domains.id, domainId),
						or(eq(domains.status, "active"), inArray(domains.status, domainStates.sources("active"))),
						inArray(domains.status, [...holderStatuses]),
					),
				),
	};
}
