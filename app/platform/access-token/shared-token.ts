/** An access token of an outside service. `expiresAt` in ms since the epoch. */
export interface IssuedToken {
	readonly token: string;
	readonly expiresAt: number;
}

/**
 * Returns the access token that all isolates share, for services that cancel the previous token with each new one. Calls
 * `issue` only if there is none, or if the current one expires soon or is `refused`.
 * @param refused the token that the service has just rejected
 */
export type SharedToken = (issue: () => Promise<IssuedToken>, refused?: string) => Promise<string>;
