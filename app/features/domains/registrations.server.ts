import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Domain } from "~/db/schema";
import { emailOwner } from "./change-email.server";
import { createRegistrationsRepo, type Expiring, type NewClaim, type Registered } from "./registrations.repo.server";
import { toUnicode } from "./to-unicode";

export type { NewClaim, Registered } from "./registrations.repo.server";

export type Registrations = ReturnType<typeof createRegistrations>;

/** Why a name leaves an account that did not ask for it. */
type Ending = "moved" | "lost" | "released";

type Registration = Pick<Domain, "id" | "userId" | "name" | "status" | "registeredAt">;

/** Changes of who holds a name. A name has one holder at a time. Times in ms. */
export function createRegistrations(db: Database) {
	const repo = createRegistrationsRepo(db);

	const publishZone = ({ id, userId }: Pick<Domain, "id" | "userId">): Change =>
		emit({ kind: "dns.publish", payload: { domainId: id }, userId });

	/**
	 * Releases the row, removes its records and its zone, and tells its customer. Overtaken if the row's status has
	 * changed since it was read.
	 */
	function end(domain: Registration, why: Ending, now: number): Change {
		const { id, userId, name, registeredAt } = domain;
		const kind = `domain.${why}` as const;
		const params = { domain: toUnicode(name) };
		return change(
			repo.end(domain, now),
			log({ kind, actor: "system", params, owner: { userId }, subjectId: id }),
			notify({ kind, userId, params, once: `${id}:${registeredAt}` }),
			publishZone(domain),
			emailOwner(domain, why, String(registeredAt)),
		);
	}

	return {
		end,

		/** Ordered names. They wait for their registration or transfer. */
		claim: (claims: readonly NewClaim[]): Change => change(...claims.map(repo.claim)),

		/** A name passed its expiry date, or was not renewed in time. Overtaken if it has changed since it was read. */
		expire: (domain: Expiring, to: "expired" | "redemption", now: number): Change => repo.expire(domain, to, now),

		/** A failed registration or transfer. The customer hears of it with the money. */
		endClaim: (domain: Registration, now: number): Change => repo.end(domain, now),

		/**
		 * The name is registered for this row, or has arrived by transfer: every other row of the name ends, and the row's
		 * draft becomes the zone. Overtaken if the row no longer waits for the name.
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
				repo.activate(domain.id, facts, now),
				publishZone(domain),
			);
		},

		/** A renewal. A name that comes back from redemption is published again. */
		extend: (domain: Registration, expiresAt: number, now: number): Change =>
			change(repo.extend(domain.id, expiresAt, now), domain.status === "redemption" && publishZone(domain)),
	};
}
