/** The current secret first, then the previous one for a while. What is new gets the first, and each is accepted. */
export type Secrets = readonly [string, ...string[]];

/** Without those that are not set. */
export const secretsFrom = (current: string, previous: string | undefined): Secrets =>
	previous === undefined ? [current] : [current, previous];
