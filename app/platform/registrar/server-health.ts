import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";

interface Bucket {
	tokens: number;
	filledAt: number;
}

interface Health extends Bucket {
	failures: number;
	/** No queries before this time (ms). */
	closedUntil: number;
	/** Token bucket of each client, so that no client can use the whole queue. */
	readonly askers: Map<string, Bucket>;
}

/** Consecutive failures before the cooldown. */
const maxFailures = 3;
const cooldown = 30 * SECOND;

/** Six at once, then one query a second. Registries publish no limits, but block clients that are much faster. */
const serverRate = { burst: 6, refill: SECOND };
/** Less for each client, so that others can always query. */
const clientRate = { burst: 5, refill: 2 * SECOND };
/** Clients stored per server. The least recently active one is removed first. */
const maxAskers = 500;

export type ServerHealth = ReturnType<typeof createServerHealth>;

/**
 * Circuit breaker and token buckets for each server. Lives as long as the isolate and is shared by its requests, because
 * the servers limit by network address.
 */
export function createServerHealth(clock: Clock) {
	const servers = new Map<string, Health>();

	function of(server: string): Health {
		const known = servers.get(server);
		if (known) return known;
		const fresh: Health = {
			failures: 0,
			closedUntil: 0,
			tokens: serverRate.burst,
			filledAt: clock(),
			askers: new Map(),
		};
		servers.set(server, fresh);
		return fresh;
	}

	function bucketOf({ askers }: Health, asker: string): Bucket {
		const bucket = askers.get(asker) ?? { tokens: clientRate.burst, filledAt: clock() };
		// Moves it to the end, so that the first one is the least recently active.
		askers.delete(asker);
		askers.set(asker, bucket);
		const [quietest] = askers.keys();
		if (askers.size > maxAskers && quietest !== undefined) askers.delete(quietest);
		return bucket;
	}

	/** Takes a token. Returns the milliseconds until it is available. */
	function take(bucket: Bucket, { burst, refill }: typeof serverRate): number {
		const now = clock();
		bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.filledAt) / refill);
		bucket.filledAt = now;
		bucket.tokens -= 1;
		return bucket.tokens >= 0 ? 0 : Math.ceil(-bucket.tokens * refill);
	}

	return {
		/**
		 * Takes a place in the server's queue.
		 * @param asker the client, which gets a share of the queue. Without one, the shop itself, which may use all of it.
		 * @returns milliseconds until the query may be sent, or undefined during the cooldown
		 */
		admit(server: string, asker?: string): number | undefined {
			const health = of(server);
			const now = clock();
			if (now < health.closedUntil) return undefined;
			// After a cooldown, a single query checks whether the server works again.
			if (health.failures >= maxFailures) health.closedUntil = now + cooldown;
			const wait = take(health, serverRate);
			return asker === undefined ? wait : Math.max(wait, take(bucketOf(health, asker), clientRate));
		},

		/** Returns an unused place. */
		leave(server: string, asker?: string): void {
			const health = of(server);
			health.tokens += 1;
			if (asker !== undefined) bucketOf(health, asker).tokens += 1;
		},

		answered(server: string): void {
			const health = of(server);
			health.failures = 0;
			health.closedUntil = 0;
		},

		/** @param retryAfter seconds, from the server's `Retry-After` */
		failed(server: string, retryAfter?: number): void {
			const health = of(server);
			health.failures += 1;
			const pause = retryAfter ? retryAfter * SECOND : health.failures >= maxFailures ? cooldown : 0;
			if (pause > 0) health.closedUntil = Math.max(health.closedUntil, clock() + pause);
		},
	};
}
