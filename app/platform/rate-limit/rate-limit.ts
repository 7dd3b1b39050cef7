/** How often something may happen. Windows may be at most a day, because older counters are deleted. */
export interface Limit {
	/** Number of attempts without a delay. */
	readonly limit: number;
	readonly windowMs: number;
	/**
	 * Beyond the limit, one attempt is allowed after each delay, which doubles from `firstMs` to `maxMs`. Without this,
	 * none is allowed until the window ends.
	 */
	readonly delay?: { readonly firstMs: number; readonly maxMs: number };
}

export interface Take extends Limit {
	/** Action and subject. The subject is stored hashed. */
	readonly key: readonly [action: string, subject: string];
	/** How much this attempt counts. Default: 1. */
	readonly cost?: number;
}

export interface Allowance {
	readonly allowed: boolean;
	/** Seconds until all limits allow the attempt. 0 if allowed. */
	readonly retryAfter: number;
	/** The action of the first exceeded limit. */
	readonly refusedBy?: string;
}

/** Exact rate limits. */
export interface RateLimiter {
	/** Counts one attempt. Exact for parallel attempts. A rejected attempt is not counted. */
	take(key: Take["key"], limit: Limit): Promise<Allowance>;
	/**
	 * Counts one attempt in several windows, if all allow it. Put the narrowest first. A rejected attempt is counted in
	 * none, so that it doesn't use up shared limits. One round trip.
	 */
	takeAll(takes: readonly Take[]): Promise<Allowance>;
	/**
	 * Takes one attempt back in each window, after a success or if a service failed. Deletes all attempts of the keys in
	 * `cleared`. One round trip.
	 */
	giveBack(keys: readonly Take["key"][], cleared?: readonly Take["key"][]): Promise<void>;
	/** Deletes the attempts of a subject, after a success. */
	clear(key: Take["key"]): Promise<void>;
}
