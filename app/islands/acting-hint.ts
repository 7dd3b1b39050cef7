import type { ActingRole } from "~/lib/acting";

const key = "acting";

/**
 * In local storage while someone uses an account that is not theirs, so that static pages can say so without a request.
 * Removed when they stop or sign out.
 */
export interface ActingHint {
	readonly role: ActingRole;
	/** "You are signed in as Amina Otieno until 24 Nov 2026, 15:30." */
	readonly text: string;
	/** When it ends (ms). Null for members, whose session has no such end. */
	readonly endsAt: number | null;
}

/** Null if it has ended. */
export function readActing(): ActingHint | null {
	try {
		const hint: ActingHint | null = JSON.parse(localStorage.getItem(key) ?? "null");
		if (hint?.role && (hint.endsAt === null || hint.endsAt > Date.now())) return hint;
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
