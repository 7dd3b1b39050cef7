import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";

interface Health {
	failures: number;
	/** Nobody is asked before then. */
	closedUntil: number;
	tokens: number;
	filledAt: number;
}

/** Consecutive failures after which a server is left alone, and for how long. */
const tolerance = 3;
const rest = 30 * SECOND;

/** One question a second, six at once: registries publish no limits and ban who asks much faster. */
const burst = 6;
const refill = SECOND;

export type ServerHealth = ReturnType<typeof createServerHealth>;

/**
 * What is known of each server: a circuit breaker and a token bucket. Lives as long as the isolate does and is shared
 * by its requests, since the servers count by address and not by customer.
 */
export function createServerHealth(clock: Clock) {
	const servers = new Map<string, Health>();

	function of(server: string): Health {
		const known = servers.get(server);
		if (known) return known;
		const fresh: Health = { failures: 0, closedUntil: 0, tokens: burst, filledAt: clock() };
		servers.set(server, fresh);
		return fresh;
	}

	return {
		/**
		 * Takes a place in the server's queue.
		 * @returns milliseconds until it may be asked, or undefined while it is left alone.
		 */
		admit(server: string): number | undefined {
			const health = of(server);
			const now = clock();
			if (now < health.closedUntil) return undefined;
			// After a rest one question finds out whether the server is back.
			if (health.failures >= tolerance) health.closedUntil = now + rest;
			health.tokens = Math.min(burst, health.tokens + (now - health.filledAt) / refill);
			health.filledAt = now;
			health.tokens -= 1;
			return health.tokens >= 0 ? 0 : Math.ceil(-health.tokens * refill);
		},

		/** Gives a place back that was not used. */
		leave(server: string): void {
			of(server).tokens += 1;
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
