import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import { type Domain, dnsChanges, dnsRecords, domains } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { domainStates } from "./domain-state";
import { needsRegistrantCheck } from "./registrant-check";

/** What the registry reports about a new registration. */
export interface Registered {
	readonly registryId: string | null;
	/** Milliseconds. */
	readonly expiresAt: number | null;
	/** Settings that a transferred name keeps. */
	readonly kept?: { readonly nameservers: readonly string[]; readonly locked: boolean | null } | undefined;
}

/** Settings that a new name does not have. */
const noSettings = {
	forwards: null,
	contacts: null,
	glue: null,
	dnssec: "off",
	dnssecAt: null,
	ds: null,
	registrantCheck: null,
	registrantDeadline: null,
	registrantCheckAt: null,
	transferLockedUntil: null,
} as const;

/** The registrar has sent its email by then. */
const firstReadMs = 10 * MINUTE;

const claims = ["pending", "transfer_in"] as const;
/** The check of a new registrant is read soon. A suspended domain stays suspended until then. */
export function checkDue(now: number, before: Domain["registrantCheck"] = null) {
	const wasSuspended = before === "suspended" || before === "confirmed";
	return {
		registrantCheck: wasSuspended ? "suspended" : "due",
		registrantDeadline: null,
		registrantCheckAt: now + firstReadMs,
	} as const;
}

/** Values of a new row. */
const untouched = {
	autoRenew: true,
	locked: true,
	privacy: true,
	ssl: false,
	delegation: "live",
	registrar: null,
	registryId: null,
	registeredAt: null,
	expiresAt: null,
	...noSettings,
} as const;

/** Settings of a name that ended. */
export const endedSettings = { ...noSettings, autoRenew: false } as const;

const ended = { ...endedSettings, status: "released" } as const;

/** A new row that claims a name. */
export type NewClaim = Omit<typeof domains.$inferInsert, "status"> & { readonly status: (typeof claims)[number] };

/** A name that a customer holds, as far as it is known. */
export type NewRegistration = Omit<typeof domains.$inferInsert, "status" | "createdAt" | "updatedAt">;

/** `expiresAt` in ms. */
export type Expiring = Pick<Domain, "id" | "status"> & { readonly expiresAt: number };

/** Queries that change who holds a name. Times in ms. */
export function createRegistrationsRepo(db: Database) {
	const { orm } = db;

	function deleteRecords(which: SQL | undefined): Change {
		const ids = orm.select({ id: domains.id }).from(domains).where(which);
		return write(
			orm.delete(dnsRecords).where(inArray(dnsRecords.domainId, ids)),
			orm.delete(dnsChanges).where(inArray(dnsChanges.domainId, ids)),
		);
	}

	return {
		/** Inserts a row, or reuses the id of a released row of the same name. */
		claim: (claim: NewClaim): Change =>
			write(
				orm
					.insert(domains)
					.values(claim)
					.onConflictDoUpdate({
						target: [domains.userId, domains.name],
						set: { ...untouched, ...claim, id: sql`${domains.id}`, createdAt: sql`${domains.createdAt}` },
						setWhere: inArray(domains.status, domainStates.sources(claim.status)),
					}),
			),

		/**
		 * Adds a name that the customer holds already, or reuses the id of their released row. Stale if they have the name in
		 * another state, a duplicate if another customer holds it.
		 */
		record({ id, userId, name, ...facts }: NewRegistration, now: number): Change {
			const claim = { ...untouched, ...facts, status: "pending", updatedAt: now } as const;
			return change(
				guarded(
					orm
						.insert(domains)
						.values({ ...claim, id, userId, name, createdAt: now })
						.onConflictDoUpdate({
							target: [domains.userId, domains.name],
							set: { ...claim, orderLineId: null },
							setWhere: inArray(domains.status, domainStates.sources("pending")),
						}),
				),
				unique(
					"domains.name",
					guarded(
						orm
							.update(domains)
							.set({ status: domainStates.move("pending", "active") })
							.where(and(eq(domains.userId, userId), eq(domains.name, name), eq(domains.status, "pending"))),
					),
				),
			);
		},

		/** Records another registrar. Stale if the row has changed since it was read. */
		changeRegistrar: (
			{ id, updatedAt }: Pick<Domain, "id" | "updatedAt">,
			to: Pick<Domain, "registrar" | "registryId">,
			now: number,
		): Change =>
			guarded(
				orm
					.update(domains)
					.set({ registrar: to.registrar, registryId: to.registryId, updatedAt: now })
					.where(and(eq(domains.id, id), eq(domains.updatedAt, updatedAt))),
			),

		/** Stale if the row's status or expiry has changed since it was read. */
		expire: ({ id, status, expiresAt }: Expiring, to: "expired" | "redemption", now: number): Change =>
			guarded(
				orm
					.update(domains)
					.set({ status: domainStates.move(status, to), updatedAt: now })
					.where(and(eq(domains.id, id), eq(domains.status, status), eq(domains.expiresAt, expiresAt))),
			),

		/** Stale if the row's status has changed since it was read. */
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

		/** Ends the claims of other accounts on the name. Their jobs refund them. */
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

		/** Stale if the row no longer claims the name. */
		activate: (
			{ id, name }: Pick<Domain, "id" | "name">,
			{ registryId, expiresAt, kept }: Registered,
			now: number,
		): Change =>
			guarded(
				orm
					.update(domains)
					.set({
						status: "active",
						registryId,
						registeredAt: now,
						expiresAt,
						...(kept && { nameservers: [...kept.nameservers], locked: kept.locked ?? false }),
						...(needsRegistrantCheck(name) && checkDue(now)),
						updatedAt: now,
					})
					.where(and(eq(domains.id, id), inArray(domains.status, [...claims]))),
			),

		/** Stale if the row has a registrar or no longer claims the name. */
		assign: (domainId: string, registrar: RegistrarId, now: number): Change =>
			guarded(
				orm
					.update(domains)
					.set({ registrar, updatedAt: now })
					.where(and(eq(domains.id, domainId), isNull(domains.registrar), inArray(domains.status, [...claims]))),
			),

		/** Stale if the state of DNSSEC has changed since it was read. */
		setDnssec: (
			{ id, dnssec, dnssecAt }: Pick<Domain, "id" | "dnssec" | "dnssecAt">,
			to: Partial<Pick<Domain, "dnssec" | "dnssecAt" | "ds">>,
		): Change =>
			guarded(
				orm
					.update(domains)
					.set(to)
					.where(
						and(
							eq(domains.id, id),
							eq(domains.dnssec, dnssec),
							dnssecAt === null ? isNull(domains.dnssecAt) : eq(domains.dnssecAt, dnssecAt),
						),
					),
			),

		/** Stale if the domain has changed since it was read. */
		setNameservers: (
			{ id, updatedAt }: Pick<Domain, "id" | "updatedAt">,
			nameservers: readonly string[],
			now: number,
		): Change =>
			guarded(
				orm
					.update(domains)
					.set({ nameservers: [...nameservers], glue: [], delegation: "pending", updatedAt: now })
					.where(and(eq(domains.id, id), eq(domains.updatedAt, updatedAt))),
			),

		/** Turns auto-renew off. */
		stopRenewing: (domainId: string, now: number): Change =>
			write(orm.update(domains).set({ autoRenew: false, updatedAt: now }).where(eq(domains.id, domainId))),

		/** Changes nothing if the registration has ended since it was read. */
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
