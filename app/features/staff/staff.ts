import type { Role } from "./permissions";

/** `invited`: has not accepted the invitation. `disabled`: can't sign in. */
export const staffStatuses = ["invited", "active", "disabled"] as const;
export type StaffStatus = (typeof staffStatuses)[number];

/** The signed-in person at the desk and their session. */
export interface StaffMember {
	readonly id: string;
	readonly sessionId: string;
	readonly email: string;
	readonly name: string;
	readonly roles: readonly Role[];
	/** When this session started (ms, UTC). */
	readonly signedInAt: number;
	/** When the person last entered the password with a code (ms, UTC). */
	readonly confirmedAt: number;
	/** When the authenticator app was connected (ms, UTC). Null without an app. */
	readonly totpSince: number | null;
}

/**
 * A session of the desk that a request claims to have, for `staffMay` and `audit`. The SQL conditions check it. Not
 * interchangeable with a customer's `Owner`.
 */
export interface StaffSession {
	readonly staffHash: string;
	/** Where the request came from, for the audit log. */
	readonly place: string;
	readonly requestId: string;
}

/**
 * Someone at the desk whose stored work runs after their request. Never made from a request: `staffMay` and `audit` check
 * only that the person is active and has the permission when the work runs.
 */
export interface StoredActor {
	readonly staffId: string;
	/** Of the request that started the work. */
	readonly place: string;
	readonly requestId: string;
}

/** Who makes a change of the desk: now, or later by stored work. */
export type StaffActor = StaffSession | StoredActor;

export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
