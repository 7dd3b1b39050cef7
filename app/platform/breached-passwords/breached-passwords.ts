/** Lists of leaked passwords. Adapters: `http`, and a stand-in. */
export interface BreachedPasswords {
	/** Whether the password is in a known leak. Null if no answer came in time. Never throws. */
	isKnown(password: string): Promise<boolean | null>;
}
