import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Domain } from "~/db/schema";
import { emailOwner } from "./change-email.server";
import { createHoldingRepo, type Expiring, type NewClaim, type Registered } from "./holding.repo.server";
import { readable } from "./readable";

export type { NewClaim, Registered } from "./holding.repo.server";

export type Holdings = ReturnType<typeof createHoldings>;

/** Why a name leaves an account that did not ask for it. */
type Ending = "moved" | "lost" | "released";

type Holding = Pick<Domain, "id" | "userId" | "name" | "status" | "registeredAt">;

/** Changes of who holds a name. A name has one holder at a time. Times in ms. */
export function createHoldings(db: Database) {
	const repo = createHoldingRepo(db);

	const publishZone = ({ id, userId }: Pick<Domain, "id" | "userId">): Change =>
		emit({ kind: "dns.publish", payload: { domainId: id }, userId });

	/**
	 * Releases the row, removes its records and its zone, and tells its customer. Overtaken if the row's status has
	 * changed since it was read.
	 */
	function ended(domain: Holding, why: Ending, now: number): Change {
		const { id, userId, name, registeredAt } = domain;
		const kind = `domain.${why}` as const;
		const params = { domain: readable(name) };
		return change(
			repo.end(domain, now),
			log({ kind, actor: "system", params, owner: { userId }, subjectId: id }),
			notify({ kind, userId, params, once: `${id}:${registeredAt}` }),
			publishZone(domain),
			emailOwner(domain, why, String(registeredAt)),
		);
	}

	return {
		ended,

		/** Ordered names. They wait for their registration or transfer. */
		claimed: (claims: readonly NewClaim[]): Change => change(...claims.map(repo.claim)),

		/** A name passed its expiry date, or was not renewed in time. Overtaken if it has changed since it was read. */
		expired: (domain: Expiring, to: "expired" | "redemption", now: number): Change => repo.expire(domain, to, now),

		/** A failed registration or transfer. The customer hears of it with the money. */
		claimEnded: (domain: Holding, now: number): Change => repo.end(domain, now),

		/**
		 * The name is registered for this row, or has arrived by transfer: every other row of the name ends, and the row's
		 * draft becomes the zone. Overtaken if the row no longer waits for the name.
		 */
		activated(
			domain: Holding,
			facts: Registered,
			{ formerHolders, by }: { formerHolders: readonly Holding[]; by: "registration" | "transfer" },
			now: number,
		): Change {
			const why = by === "transfer" ? "moved" : "lost";
			return change(
				...formerHolders.map((holder) => ended(holder, why, now)),
				repo.endClaims(domain, now),
				repo.activate(domain.id, facts, now),
				publishZone(domain),
			);
		},

		/** A renewal. A name that comes back from redemption is published again. */
		extended: (domain: Holding, expiresAt: number, now: number): Change =>
			change(repo.extend(domain.id, expiresAt, now), domain.status === "redemption" && publishZone(domain)),
	};
}
