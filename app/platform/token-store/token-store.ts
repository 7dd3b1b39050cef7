/** Data of a link in an email. */
export interface LinkRecord {
	/** The customer's id, or that of someone at the desk. */
	readonly userId: string;
	readonly purpose: "verify" | "reset" | "email-from" | "email-to" | "staff";
	/** The account's generation number when the link was created. A newer link voids older ones. */
	readonly generation: number;
	readonly expiresAt: number;
}

/**
 * Finds links in emails by the hash of their token. May be stale by a minute, so it only says which rows to check: the
 * database decides.
 */
export interface TokenStore {
	/** @throws ServiceUnavailable */
	put(tokenHash: string, record: LinkRecord): Promise<void>;
	/** Null if there is no such link, or not yet. @throws ServiceUnavailable */
	get(tokenHash: string): Promise<LinkRecord | null>;
}
