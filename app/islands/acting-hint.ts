import type { ActingRole } from "~/lib/acting";

/** In local storage. Other tabs get a `storage` event with it. */
export const actingKey = "acting";

/**
 * In local storage while someone uses an account that is not theirs, so that static pages can say so without a request.
 * Removed when they stop or sign out.
 */
export interface ActingHint {
	readonly role: ActingRole;
	/** The account's id. */
	readonly account: string;
	/** "You are signed in as Amina Otieno until 24 Nov 2026, 15:30." */
	readonly text: string;
	/** When it ends (ms). Null for members, whose session has no such end. */
	readonly endsAt: number | null;
}

/** Null if it has ended. */
export function readActing(): ActingHint | null {
	try {
		const hint: ActingHint | null = JSON.parse(localStorage.getItem(actingKey) ?? "null");
		if (hint?.role && (hint.endsAt === null || hint.endsAt > Date.now())) return hint;
	} catch {
		// Blocked storage has no hint.
	}
	return null;
}

export function rememberActing(hint: ActingHint): void {
	try {
		localStorage.setItem(actingKey, JSON.stringify(hint));
	} catch {
		// Storage is full or blocked. The portal's pages show the banner all the same.
	}
}

export function forgetActing(): void {
	try {
		localStorage.removeItem(actingKey);
	} catch {
		// Blocked storage has nothing to remove.
	}
}
