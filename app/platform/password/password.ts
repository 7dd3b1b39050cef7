/** The port to password hashing. */
export interface PasswordHasher {
	/** A PHC string with the current parameters. @throws PasswordHashingUnavailable */
	hash(password: string): Promise<string>;
	/**
	 * Does the password belong to the stored string? `stale` when it does, but was hashed with other parameters or
	 * another pepper than today's. A string that can't be checked, or asks for unreasonable work, never matches.
	 * @throws PasswordHashingUnavailable
	 */
	verify(password: string, stored: string): Promise<{ matches: boolean; stale: boolean }>;
	/** The work of `verify` without an account, so that the answer takes as long. @throws PasswordHashingUnavailable */
	verifyNobody(password: string): Promise<void>;
}

/** Hashing does not work here at all: sign-in says so, and never falls back to something weaker. */
export class PasswordHashingUnavailable extends Error {
	override name = "PasswordHashingUnavailable";
}
