import { and, eq, inArray, ne, or, type SQL } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
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

/** Changes of who holds a name. */
export function createHoldingRepo(db: Database) {
	const { orm } = db;

	function deleteRecords(which: SQL | undefined): Change {
		const ids = orm.select({ id: domains.id }).from(domains).where(which);
		return write(
			orm.delete(dnsRecords).where(inArray(dnsRecords.domainId, ids)),
			orm.delete(dnsChanges).where(inArray(dnsChanges.domainId, ids)),
		);
	}

	return {
		/** Overtaken if the row's status has changed since it was read. */
		end: ({ id, status }: Pick<Domain, "id" | "status">, now: number): Change =>
			change(
				guarded(
					orm
						.update(domains)
						.set({ ...ended, status: domainStates.move(status, "released"), updatedAt: now })
						.where(and(eq(domains.id, id), eq(domains.status, status))),
				),
				deleteRecords(eq(domains.id, id)),
			),

		/** Ends the rows of other accounts that wait for the name. Their jobs return the money. */
		endClaims({ id, name }: Pick<Domain, "id" | "name">, now: number): Change {
			const which = and(eq(domains.name, name), ne(domains.id, id), inArray(domains.status, [...claims]));
			const released = write(
				orm
					.update(domains)
					.set({ ...ended, updatedAt: now })
					.where(which),
			);
			return change(deleteRecords(which), released);
		},

		/** Overtaken if the row no longer waits for the name. */
		activate: (domainId: string, { registryId, expiresAt, kept }: Registered, now: number): Change =>
			guarded(
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
			),

		/** Changes nothing if the name has ended since it was read. */
		extend: (domainId: string, expiresAt: number, now: number): Change =>
			write(
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
			),
	};
}
