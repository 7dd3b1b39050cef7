import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";

interface Bucket {
	tokens: number;
	filledAt: number;
}

interface Health extends Bucket {
	failures: number;
	/** Nobody is asked before then. */
	closedUntil: number;
	/** What each asker may still take: none of them fills the queue alone. */
	readonly askers: Map<string, Bucket>;
}

/** Consecutive failures after which a server is left alone, and for how long. */
const tolerance = 3;
const rest = 30 * SECOND;

/** One question a second, six at once: registries publish no limits and ban who asks much faster. */
const ofServer = { burst: 6, refill: SECOND };
/** One asker gets less than that, so that there is always room for another. */
const ofAsker = { burst: 5, refill: 2 * SECOND };
/** Askers remembered for each server; those that have been quiet are forgotten first. */
const mostAskers = 500;

export type ServerHealth = ReturnType<typeof createServerHealth>;

/**
 * What is known of each server: a circuit breaker and token buckets. Lives as long as the isolate does and is shared by
 * its requests, since the servers count by address and not by customer.
 */
export function createServerHealth(clock: Clock) {
	const servers = new Map<string, Health>();

	function of(server: string): Health {
		const known = servers.get(server);
		if (known) return known;
		const fresh: Health = {
			failures: 0,
			closedUntil: 0,
			tokens: ofServer.burst,
			filledAt: clock(),
			askers: new Map(),
		};
		servers.set(server, fresh);
		return fresh;
	}

	function bucketOf({ askers }: Health, asker: string): Bucket {
		const bucket = askers.get(asker) ?? { tokens: ofAsker.burst, filledAt: clock() };
		// Moved to the end: the first one has been quiet for longest.
		askers.delete(asker);
		askers.set(asker, bucket);
		const [quietest] = askers.keys();
		if (askers.size > mostAskers && quietest !== undefined) askers.delete(quietest);
		return bucket;
	}

	/** Milliseconds until there is a token. */
	function take(bucket: Bucket, { burst, refill }: typeof ofServer): number {
		const now = clock();
		bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.filledAt) / refill);
		bucket.filledAt = now;
		bucket.tokens -= 1;
		return bucket.tokens >= 0 ? 0 : Math.ceil(-bucket.tokens * refill);
	}

	return {
		/**
		 * Takes a place in the server's queue.
		 * @param asker gets a share of the queue; the shop itself, which gives none, may use all of it.
		 * @returns milliseconds until it may be asked, or undefined while it is left alone.
		 */
		admit(server: string, asker?: string): number | undefined {
			const health = of(server);
			const now = clock();
			if (now < health.closedUntil) return undefined;
			// After a rest one question finds out whether the server is back.
			if (health.failures >= tolerance) health.closedUntil = now + rest;
			const wait = take(health, ofServer);
			return asker === undefined ? wait : Math.max(wait, take(bucketOf(health, asker), ofAsker));
		},

		/** Gives a place back that was not used. */
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

		/** @param retryAfter seconds that the server asked for. */
		failed(server: string, retryAfter?: number): void {
			const health = of(server);
			health.failures += 1;
			const pause = retryAfter ? retryAfter * SECOND : health.failures >= tolerance ? rest : 0;
			if (pause > 0) health.closedUntil = Math.max(health.closedUntil, clock() + pause);
		},
	};
}
