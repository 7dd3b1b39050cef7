import { href } from "react-router";
import { logged } from "~/db/activity-log.server";
import type { Database, Statement } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import { type Effect, enqueue } from "~/db/outbox.server";
import type { Domain } from "~/db/schema";
import { noticeOf } from "./change-notice";
import { createHoldingRepo, type Registered } from "./holding.repo.server";
import { readable } from "./readable";

export type { Registered } from "./holding.repo.server";

/** Statements of one batch, and the effects to dispatch after it. */
export interface HoldingChange {
	readonly statements: readonly Statement[];
	readonly effects: readonly string[];
}

export type Holdings = ReturnType<typeof createHoldings>;

/** Why a name leaves an account that did not ask for it. */
type Ending = "moved" | "lost" | "released";

type Holding = Pick<Domain, "id" | "userId" | "name" | "status" | "registeredAt">;

const texts: Readonly<Record<Ending, (name: string) => { log: string; title: string; body: string }>> = {
	moved: (name) => ({
		log: `${name} was moved to another account.`,
		title: `${name} was moved to another account`,
		body: "Someone used its authorization code there. If you didn't expect this, call us right away.",
	}),
	lost: (name) => ({
		log: `${name} is no longer registered with us.`,
		title: `${name} is no longer in your account`,
		body: "Its registry says that your registration has ended. If you didn't expect this, call us right away.",
	}),
	released: (name) => ({
		log: `${name} was released: it was not renewed in time.`,
		title: `${name} is no longer yours`,
		body: "It was not renewed in time, so its registry released it. Anyone can register it now.",
	}),
};

/** Changes of who holds a name. A name has one holder at a time. */
export function createHoldings(db: Database) {
	const repo = createHoldingRepo(db);

	const effects = (list: readonly Effect[], now: number) => {
		const rows = list.map((effect) => enqueue(db, effect, now));
		return { statements: rows.map(({ statement }) => statement), effects: rows.map(({ id }) => id) };
	};
	const publish = ({ id, userId }: Pick<Domain, "id" | "userId">): Effect => ({
		kind: "dns.publish",
		payload: { domainId: id },
		userId,
	});

	/** The row is released, its records and its zone are removed, and its customer is told. */
	function ended(domain: Holding, why: Ending, now: number): HoldingChange {
		const { id, userId, registeredAt } = domain;
		const { log, title, body } = texts[why](readable(domain.name));
		const kind = `domain.${why}`;
		const dedupeKey = `${kind}:${id}:${registeredAt}`;
		const follow = effects([publish(domain), { ...noticeOf(domain, why, now), dedupeKey: `mail.${dedupeKey}` }], now);
		return {
			statements: [
				...repo.end(domain, now),
				logged(db, { actor: "system", kind, message: log, subjectId: id }, { userId }, now),
				notice(db, { userId, kind, title, body, href: href("/dashboard/domains"), dedupeKey }, now),
				...follow.statements,
			],
			effects: follow.effects,
		};
	}

	return {
		ended,

		/** A registration or transfer that came to nothing; its customer is told with the money. */
		claimEnded: (domain: Holding, now: number): HoldingChange => ({ statements: repo.end(domain, now), effects: [] }),

		/**
		 * The name is registered for this row, or has arrived by transfer: every other row of the name ends, and the zone
		 * becomes the row's draft. Undone as a whole when the row no longer waits for the name.
		 */
		activated(
			domain: Holding,
			facts: Registered,
			{ formerHolders, by }: { formerHolders: readonly Holding[]; by: "registration" | "transfer" },
			now: number,
		): HoldingChange {
			const former = formerHolders.map((holder) => ended(holder, by === "transfer" ? "moved" : "lost", now));
			const follow = effects([publish(domain)], now);
			return {
				statements: [
					...former.flatMap(({ statements }) => statements),
					...repo.endClaims(domain, now),
					...repo.activate(domain.id, facts, now),
					...follow.statements,
				],
				effects: [...former.flatMap((change) => change.effects), ...follow.effects],
			};
		},

		/** A renewal; a name that comes back from redemption is published again. */
		extended(domain: Holding, expiresAt: number, now: number): HoldingChange {
			const follow = effects(domain.status === "redemption" ? [publish(domain)] : [], now);
			return { ...follow, statements: [repo.extend(domain.id, expiresAt, now), ...follow.statements] };
		},
	};
}
