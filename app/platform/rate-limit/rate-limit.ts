/** How often something may happen. No window may be longer than the clean-up keeps its counter (a day). */
export interface Limit {
	/** Attempts that are allowed at any pace. */
	readonly limit: number;
	readonly windowMs: number;
	/**
	 * Beyond the limit: one more attempt after each delay, which doubles from `firstMs` to `maxMs`. Without it, none
	 * until the window ends.
	 */
	readonly delay?: { readonly firstMs: number; readonly maxMs: number };
}

export interface Take extends Limit {
	/** Action and subject; the subject is stored hashed. */
	readonly key: readonly [action: string, subject: string];
	/** How much this attempt counts; 1 unless given. */
	readonly cost?: number;
}

export interface Allowance {
	readonly allowed: boolean;
	/** Seconds until all limits allow the attempt; 0 when allowed. */
	readonly retryAfter: number;
	/** The action of the first limit that refused. */
	readonly refusedBy?: string;
}

/** The port to exact counters. */
export interface RateLimiter {
	/** Counts one attempt; exact under parallel use. A refused attempt is not counted. */
	take(key: Take["key"], limit: Limit): Promise<Allowance>;
	/**
	 * Counts one attempt in several windows, if all of them allow it. Name the narrowest first. A refused attempt is
	 * counted in none: it must not use up what others share. One round trip.
	 */
	takeAll(takes: readonly Take[]): Promise<Allowance>;
	/** Takes one attempt back in each window: it succeeded, or a service failed. */
	giveBack(keys: readonly Take["key"][]): Promise<void>;
	/** Forgets the attempts of a subject, after a success. */
	clear(key: Take["key"]): Promise<void>;
}
