import { hmacSha256Hex } from "./hmac";

/** The current secret first, then the previous one for a while. What is new gets the first, and each is accepted. */
export type Secrets = readonly [string, ...string[]];

/** Tells one choice of secrets from another. */
export const markOf = (secrets: Secrets): string =>
	hmacSha256Hex(secrets[0], new TextEncoder().encode(secrets.join("\n"))).slice(0, 16);

/** Without those that are not set. */
export const secretsFrom = (current: string, previous: string | undefined): Secrets =>
	previous === undefined ? [current] : [current, previous];

/**
 * Calls a service that accepts one secret at a time, and may have changed to another already. Tries the next one if a call
 * is refused for its secret, so nothing else was done. Returns the last answer if every one is refused.
 */
export async function tryEach<Answer>(
	[secret, next, ...others]: Secrets,
	call: (secret: string) => Promise<Answer>,
	isRefused: (answer: Answer) => boolean,
): Promise<Answer> {
	const answer = await call(secret);
	return next === undefined || !isRefused(answer) ? answer : tryEach([next, ...others], call, isRefused);
}
