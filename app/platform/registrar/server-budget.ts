import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";

/** Consecutive failures before the cooldown. */
const maxFailures = 3;
export const cooldownMs = 30 * SECOND;

/** Six at once, then one query a second. Registries publish no limits, but block clients that are much faster. */
const burst = 6;
const refillMs = SECOND;

/** A query that would have to wait longer is not sent. */
export const longestWaitMs = 2.5 * SECOND;

/** Result of one query. Errors about a single name count as an answer. */
export type QueryOutcome =
	| { readonly state: "answered" }
	/** The server is down or busy. `retryAfterMs`: how long it asks us to wait. */
	| { readonly state: "failed"; readonly retryAfterMs?: number };

/** What an isolate reports, and how many queries it asks for. */
export interface BudgetRequest {
	readonly want: number;
	/** Since its last request, oldest first. */
	readonly outcomes: readonly QueryOutcome[];
}

/** Whether a server works. Times are relative, because the clocks of two machines differ. */
export interface ServerState {
	/** Consecutive failures. */
	readonly failures: number;
	/** No queries for this long (ms). */
	readonly pausedMs: number;
}

/** Queries that may be sent: for each, the milliseconds to wait first. None while the server is paused. */
export interface Grant extends ServerState {
	readonly waits: readonly number[];
}

/** Whether a server works, as one machine stores it. Times in ms since the epoch. */
export interface StoredState {
	/** Consecutive failures. */
	readonly failures: number;
	/** A pause that begins later than now is from before the clock was set back, and over. */
	readonly pausedFrom: number;
	readonly pausedUntil: number;
}

export type ServerBudget = ReturnType<typeof createServerBudget>;

/** Token bucket and circuit breaker of one registry server. */
export function createServerBudget(clock: Clock, known?: StoredState) {
	let tokens = burst;
	let filledAt = clock();
	let { failures, pausedFrom, pausedUntil } = known ?? { failures: 0, pausedFrom: 0, pausedUntil: 0 };

	function refill(): void {
		const now = clock();
		// The clock may have been set back.
		tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) / refillMs);
		filledAt = now;
	}

	function state(): ServerState {
		const now = clock();
		return { failures, pausedMs: now < pausedFrom ? 0 : Math.max(0, pausedUntil - now) };
	}

	/** A longer pause stays. */
	function pauseFor(ms: number): void {
		if (ms <= state().pausedMs) return;
		pausedFrom = clock();
		pausedUntil = pausedFrom + ms;
	}

	return {
		state,

		/** For a budget of the same server that begins with it later. */
		stored: (): StoredState => ({ failures, pausedFrom, pausedUntil }),

		/** Takes up to `count` queries out of the budget. Returns the wait of each in ms, shortest first. */
		take(count: number): number[] {
			if (count === 0 || state().pausedMs > 0) return [];
			// After a cooldown, a single query checks whether the server works again.
			const isProbe = failures >= maxFailures;
			if (isProbe) pauseFor(cooldownMs);
			refill();
			const waits: number[] = [];
			while (waits.length < (isProbe ? 1 : count)) {
				const wait = tokens >= 1 ? 0 : Math.ceil((1 - tokens) * refillMs);
				if (wait > longestWaitMs) break;
				tokens -= 1;
				waits.push(wait);
			}
			return waits;
		},

		record(outcome: QueryOutcome): void {
			if (outcome.state === "answered") {
				failures = 0;
				pausedUntil = 0;
				return;
			}
			failures += 1;
			pauseFor(outcome.retryAfterMs ?? (failures >= maxFailures ? cooldownMs : 0));
		},

		/** Takes over what another budget of the same server knows and has granted. */
		adopt(grant: Grant): void {
			refill();
			tokens -= grant.waits.length;
			failures = grant.failures;
			pauseFor(grant.pausedMs);
		},
	};
}
