/** How often something may happen. No window may be longer than the clean-up keeps its counter (a day). */
export interface Limit {
	readonly limit: number;
	readonly windowMs: number;
}

export interface Take extends Limit {
	/** Action and subject; the subject is stored hashed. */
	readonly key: readonly [action: string, subject: string];
}

export interface Allowance {
	readonly allowed: boolean;
	/** Seconds until the window ends; 0 when allowed. */
	readonly retryAfter: number;
}

/** The port to exact counters. */
export interface RateLimiter {
	/** Counts one more attempt; exact under parallel use. */
	take(key: Take["key"], limit: Limit): Promise<Allowance>;
	/** Counts in several windows at once; allowed only if all allow. One round trip. */
	takeAll(takes: readonly Take[]): Promise<Allowance>;
	/** Takes one attempt back in each window: it was no attempt, because something of ours broke. */
	giveBack(keys: readonly Take["key"][]): Promise<void>;
	/** Forgets the attempts of a subject, after a success. */
	clear(key: Take["key"]): Promise<void>;
}
