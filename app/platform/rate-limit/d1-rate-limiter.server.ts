import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { sha256Hex } from "~/lib/sha256";
import { type CountedLimit, createRateCountersRepo, waitOf } from "./rate-counters.repo.server";
import type { Allowance, RateLimiter, Take } from "./rate-limit";

/** Exact counters in D1. A window begins with its first attempt. */
export function createD1RateLimiter({ db, clock }: { db: Database; clock: Clock }): RateLimiter {
	const repo = createRateCountersRepo(db);

	async function takeAll(takes: readonly Take[]): Promise<Allowance> {
		const limits = takes.map(countedLimit);
		const now = clock();
		const { counted, counters } = await repo.count(limits, now);
		if (counted) return { allowed: true, retryAfter: 0 };
		const waits = limits.map((limit) =>
			waitOf(
				limit,
				counters.find(({ key }) => key === limit.key),
				now,
			),
		);
		const refusedBy = takes[waits.findIndex((wait) => wait > 0)]?.key[0];
		const retryAfter = Math.max(1, Math.ceil(Math.max(...waits) / 1_000));
		return { allowed: false, retryAfter, ...(refusedBy !== undefined && { refusedBy }) };
	}

	return {
		takeAll,
		take: (key, limit) => takeAll([{ key, ...limit }]),
		async giveBack(keys, cleared = []) {
			const changes = [
				...keys.map((key) => repo.uncount(stored(key))),
				...cleared.map((key) => repo.remove(stored(key))),
			];
			if (changes.length > 0) await db.commit(change(...changes), clock());
		},
		async clear(key) {
			await db.commit(repo.remove(stored(key)), clock());
		},
	};
}

const countedLimit = ({ key, limit, windowMs, delay, cost = 1 }: Take): CountedLimit => ({
	...{ key: stored(key), limit, windowMs, cost },
	firstMs: delay?.firstMs ?? windowMs,
	maxMs: delay?.maxMs ?? windowMs,
});

/** Network and email addresses are stored as a hash only. */
const stored = ([action, subject]: Take["key"]) => `${action}:${sha256Hex(subject).slice(0, 32)}`;
