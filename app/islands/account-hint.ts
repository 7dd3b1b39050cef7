/**
 * What the header knows about the visitor without asking the server: local storage's `user` (display fields) and
 * `token` (the session's public id). Hints for links and greetings, never a credential.
 */
interface AccountHint {
	readonly firstName?: string;
	readonly lastName?: string;
	readonly email?: string;
	/** What the account is billed in. */
	readonly currency?: string;
}

/** Fires on `window` when the hint changed on this page; other tabs hear `storage`. */
export const accountChanged = "account:change";

export function readAccount(): AccountHint | null {
	try {
		const user: unknown = JSON.parse(localStorage.getItem("user") ?? "null");
		return typeof user === "object" && user !== null ? user : null;
	} catch {
		return null;
	}
}

export function rememberAccount(user: AccountHint, token: string): void {
	try {
		localStorage.setItem("user", JSON.stringify(user));
		localStorage.setItem("token", token);
	} catch {
		// Storage is full or closed: the header shows Sign In, and everything else works.
	}
	window.dispatchEvent(new Event(accountChanged));
}

export function forgetAccount(): void {
	try {
		localStorage.removeItem("user");
		localStorage.removeItem("token");
	} catch {
		// Closed storage holds nothing to forget.
	}
	window.dispatchEvent(new Event(accountChanged));
}
