import { hmacSha256Hex } from "./hmac";

/** The current secret first, then the previous one for a while. What is new gets the first, and each is accepted. */
export type Secrets = readonly [string, ...string[]];

/** Tells one choice of secrets from another. */
export const markOf = (secrets: Secrets): string =>
	hmacSha256Hex(secrets[0], new TextEncoder().encode(secrets.join("\n"))).slice(0, 16);

/** Without those that are not set. */
export const secretsFrom = (current: string, previous: string | undefined): Secrets =>
	previous === undefined ? [current] : [current, previous];
