import { forgetActing } from "./acting-hint";
import { typedKey } from "./typed-key";

/**
 * Account details in local storage: `user` (display fields) and `token` (the session's public id). Lets the header of a
 * static page greet the visitor without a request. Never used as a credential.
 */
interface AccountHint {
	readonly firstName?: string;
	readonly lastName?: string;
	readonly email?: string;
	/** The account's billing currency. */
	readonly currency?: string;
}

/** Event on `window` when this page changes the hint. Other tabs get a `storage` event. */
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
		// Storage is full or blocked. The header then shows Sign In and everything else works.
	}
	window.dispatchEvent(new Event(accountChanged));
}

/** At sign-out. */
export function forgetAccount(): void {
	try {
		// The next person in this tab must not get it in their form.
		sessionStorage.removeItem(typedKey);
		localStorage.removeItem("user");
		localStorage.removeItem("token");
	} catch {
		// Blocked storage has nothing to remove.
	}
	forgetActing();
	window.dispatchEvent(new Event(accountChanged));
}
