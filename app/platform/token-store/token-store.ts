/** What a mailed link stands for. */
export interface LinkRecord {
	readonly userId: string;
	readonly purpose: "verify" | "reset" | "email-from" | "email-to";
	/** The account's counter when the link was made: a newer link voids older ones. */
	readonly generation: number;
	readonly expiresAt: number;
}

/**
 * The port to where mailed links are looked up, by the hash of their token. It may be behind by a minute and forgets
 * on its own: a hint about which rows to ask, never the judge.
 */
export interface TokenStore {
	/** @throws ServiceUnavailable */
	put(tokenHash: string, record: LinkRecord): Promise<void>;
	/** Null when there is no such link, or not yet. @throws ServiceUnavailable */
	get(tokenHash: string): Promise<LinkRecord | null>;
}
