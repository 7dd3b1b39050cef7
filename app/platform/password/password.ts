/** The port to password hashing. Where it does not work it says so, and never falls back to something weaker. */
export interface PasswordHasher {
	/** A PHC string with the current parameters. @throws ServiceUnavailable */
	hash(password: string): Promise<string>;
	/**
	 * Does the password belong to the stored string? `stale` when it does, but was hashed with other parameters or
	 * another pepper than today's. A string that can't be checked, or asks for unreasonable work, never matches.
	 * @throws ServiceUnavailable
	 */
	verify(password: string, stored: string): Promise<{ matches: boolean; stale: boolean }>;
	/** The work of `verify` without an account, so that the answer takes as long. @throws ServiceUnavailable */
	simulateVerify(password: string): Promise<void>;
}
