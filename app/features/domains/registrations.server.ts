import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Domain } from "~/db/schema";
import type { Actor } from "~/features/activity/actor";
import { domainAddonsEnded } from "~/features/addons/addon-changes.server";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { emailOwner } from "./change-email.server";
import { createRegistrationsRepo, type Expiring, type NewClaim, type Registered } from "./registrations.repo.server";
import { toUnicode } from "./to-unicode";

export type { NewClaim, Registered } from "./registrations.repo.server";

export type Registrations = ReturnType<typeof createRegistrations>;

/** Why a registration ended without an action of its customer. */
type Ending = "moved" | "transferred" | "lost" | "released";

type Registration = Pick<Domain, "id" | "userId" | "name" | "status" | "registeredAt">;

/** Starts, extends and ends registrations. A name has at most one holder. Times in ms. */
export function createRegistrations(db: Database) {
	const repo = createRegistrationsRepo(db);

	const publishZone = ({ id, userId }: Pick<Domain, "id" | "userId">): Change =>
		emit({ kind: "dns.publish", payload: { domainId: id }, userId });

	const sendSettings = ({ id, userId }: Pick<Domain, "id" | "userId">): Change =>
		emit({ kind: "domain.sync", payload: { domainId: id }, userId });

	/**
	 * Releases the row, removes its records and its zone, and notifies its customer. Stale if the row's status has
	 * changed since it was read.
	 */
	function end(domain: Registration, why: Ending, now: number): Change {
		const { id, userId, name, registeredAt } = domain;
		const kind = `domain.${why}` as const;
		const params = { domain: toUnicode(name) };
		return change(
			repo.end(domain, now),
			domainAddonsEnded(db, id, now),
			log({ kind, actor: "system", params, owner: { userId }, subjectId: id }),
			notify({ kind, userId, params, once: `${id}:${registeredAt}` }),
			publishZone(domain),
			emailOwner(domain, why, String(registeredAt)),
		);
	}

	return {
		end,

		/** Adds ordered names, which are registered or transferred later. */
		claim: (claims: readonly NewClaim[]): Change => change(...claims.map(repo.claim)),

		/**
		 * Adds a name that the customer holds already, without an order and without anything at the registrar. Stale if they
		 * have it already, a duplicate (`domains.name`) if another customer holds it.
		 */
		record: repo.record,

		/** Marks a domain as expired, or as in redemption if it was not renewed. Stale if it has changed since it was read. */
		expire: (domain: Expiring, to: "expired" | "redemption", now: number): Change => repo.expire(domain, to, now),

		/**
		 * Deletes a registration for staff, at its registry too. Put it after the refund that pays it back. Stale if its status
		 * has changed since it was read.
		 */
		takeBack(domain: Registration, now: number): Change {
			const { id, userId, name, registeredAt } = domain;
			const params = { domain: toUnicode(name) };
			return change(
				repo.end(domain, now),
				domainAddonsEnded(db, id, now),
				log({ kind: "domain.taken_back", actor: "staff", params, owner: { userId }, subjectId: id }),
				notify({ kind: "domain.taken_back", userId, params, once: `${id}:${registeredAt}` }),
				emit({ kind: "domain.sync", payload: { domainId: id }, userId, replacesWaiting: true }),
				publishZone(domain),
				emailOwner(domain, "taken-back", String(registeredAt)),
			);
		},

		/** Ends a failed registration or transfer. The refund notifies the customer. */
		endClaim: (domain: Registration, now: number): Change =>
			change(repo.end(domain, now), domainAddonsEnded(db, domain.id, now)),

		/**
		 * Activates a row once its registration or transfer is done. Ends all other rows of the name and publishes the
		 * row's draft zone. Stale if the row no longer claims the name.
		 */
		activate(
			domain: Registration,
			facts: Registered,
			{ formerHolders, by }: { formerHolders: readonly Registration[]; by: "registration" | "transfer" },
			now: number,
		): Change {
			const why = by === "transfer" ? "moved" : "lost";
			return change(
				...formerHolders.map((holder) => end(holder, why, now)),
				repo.endClaims(domain, now),
				repo.activate(domain, facts, now),
				publishZone(domain),
			);
		},

		/** Turns auto-renew off for domains whose renewal was cancelled. */
		stopRenewing: (
			domains: readonly Pick<Domain, "id" | "name">[],
			{ userId, actor }: { readonly userId: string; readonly actor: Actor },
			now: number,
		): Change =>
			change(
				...domains.map(({ id, name }) => {
					const params = { domain: toUnicode(name), on: false };
					const entry = log({ kind: "domain.auto_renew", actor, params, owner: { userId }, subjectId: id });
					return change(repo.stopRenewing(id, now), entry);
				}),
			),

		/** Stores the registrar that a new name is ordered at. Stale if it has one or no longer claims the name. */
		assign: (domainId: string, registrar: RegistrarId, now: number): Change => repo.assign(domainId, registrar, now),

		/** Records another registrar for staff. Stale if the row has changed since it was read. */
		changeRegistrar: repo.changeRegistrar,

		/** The next state of DNSSEC. Stale if it has changed since it was read. */
		setDnssec: repo.setDnssec,

		/** Sets the nameservers and sends them to the registrar. Stale if the domain has changed since it was read. */
		setNameservers: (domain: Domain, nameservers: readonly string[], now: number): Change =>
			change(repo.setNameservers(domain, nameservers, now), sendSettings(domain)),

		/**
		 * Records a renewal. If the domain was in redemption, publishes the zone again and sends the registrar our settings,
		 * because a registry may have dropped some.
		 */
		extend: (domain: Registration, expiresAt: number, now: number): Change =>
			change(
				repo.extend(domain.id, expiresAt, now),
				domain.status === "redemption" && change(publishZone(domain), sendSettings(domain)),
			),
	};
}
