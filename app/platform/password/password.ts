/** Password hashing. Throws if it does not work, and never falls back to a weaker algorithm. */
export interface PasswordHasher {
	/** A PHC string with the current parameters. @throws ServiceUnavailable */
	hash(password: string): Promise<string>;
	/**
	 * Whether the password matches the stored hash. `stale` if it does but was hashed with other parameters or another
	 * pepper than the current ones. A malformed hash, or one with parameters outside our limits, never matches.
	 * @throws ServiceUnavailable
	 */
	verify(password: string, stored: string): Promise<{ matches: boolean; stale: boolean }>;
	/** Hashes anyway, so that unknown addresses take as long as known ones. @throws ServiceUnavailable */
	simulateVerify(password: string): Promise<void>;
}
