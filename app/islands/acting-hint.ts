const key = "acting";

/** In local storage while someone at the desk is signed in as a customer, so that static pages can say so without a request. */
interface ActingHint {
	/** The customer's. */
	readonly name: string;
	/** When it ends: "24 Nov 2026, 15:30". */
	readonly until: string;
	/** The same in ms. */
	readonly endsAt: number;
}

/** Null if it has ended. */
export function readActing(): ActingHint | null {
	try {
		const hint: ActingHint | null = JSON.parse(localStorage.getItem(key) ?? "null");
		if (hint !== null && hint.endsAt > Date.now()) return hint;
	} catch {
		// Blocked storage has no hint.
	}
	return null;
}

export function rememberActing(hint: ActingHint): void {
	try {
		localStorage.setItem(key, JSON.stringify(hint));
	} catch {
		// Storage is full or blocked. The portal's pages show the banner all the same.
	}
}

export function forgetActing(): void {
	try {
		localStorage.removeItem(key);
	} catch {
		// Blocked storage has nothing to remove.
	}
}
