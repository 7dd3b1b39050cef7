import type { Database } from "../../db/client.server";
import { sha256Hex } from "../../lib/sha256";
import type { Clock } from "../clock";
import { rateCountersRepo } from "./rate-counters.repo.server";
import type { Allowance, RateLimiter, Take } from "./rate-limit";

/** Exact counters in D1. A window begins with its first attempt. */
export function createD1RateLimiter({ db, clock }: { db: Database; clock: Clock }): RateLimiter {
	const repo = rateCountersRepo(db);

	async function take(key: Take["key"], { limit, windowMs }: Omit<Take, "key">): Promise<Allowance> {
		const now = clock();
		const window = await repo.count(stored(key), windowMs, now);
		if (window.count <= limit) return { allowed: true, retryAfter: 0 };
		return { allowed: false, retryAfter: Math.max(1, Math.ceil((window.windowStart + windowMs - now) / 1_000)) };
	}

	return {
		take,
		async takeAll(takes) {
			const answers = await Promise.all(takes.map(({ key, ...limit }) => take(key, limit)));
			const retryAfter = Math.max(0, ...answers.map((answer) => answer.retryAfter));
			return { allowed: answers.every((answer) => answer.allowed), retryAfter };
		},
		async giveBack(keys) {
			await db.write(keys.map((key) => repo.uncount(stored(key))));
		},
		async clear(key) {
			await db.write([repo.remove(stored(key))]);
		},
	};
}

/** Addresses and emails are not kept: the key holds a hash of them. */
const stored = ([action, subject]: Take["key"]) => `${action}:${sha256Hex(subject).slice(0, 32)}`;
