import { audit, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { newPasswordProblem } from "~/features/accounts/new-password.server";
import { describeDevice, type SessionEntry } from "~/features/accounts/session";
import { createAppSetup } from "~/features/two-factor/app-setup.server";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { ChangePassword } from "./own-account.schema";
import { checkOwnPassword } from "./own-password.server";
import type { StaffMember, StaffSession } from "./staff";
import type { StaffRepo } from "./staff.repo.server";
import { createStaffSessionsRepo } from "./staff-sessions.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly repo: StaffRepo;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly rateLimiter: RateLimiter;
	readonly sealer: Sealer;
	readonly brandName: string;
}

/** What people change about their own account at the desk. */
export function createOwnAccount(deps: Dependencies) {
	const { db, clock, repo, passwords, breachedPasswords, sealer, brandName } = deps;
	const sessions = createStaffSessionsRepo(db);
	const app = createAppSetup({ clock, sealer, issuer: brandName });

	const endSessions = async (
		session: StaffSession,
		{ id, name }: StaffMember,
		ended: Change,
	): Promise<Result<null>> => {
		const recorded = audit(session, null, {
			kind: "staff.session_ended",
			subject: { type: "staff", id },
			params: { name },
		});
		const { state } = await db.commit(change(recorded, ended), clock());
		return state === "ok" ? ok(null) : fail("conflict", "This session has ended already.");
	};

	return {
		/** The person's own sessions, the last used first. */
		async sessions(session: StaffSession): Promise<readonly SessionEntry[]> {
			const rows = await sessions.list(session, clock());
			return rows.map(({ id, tokenHash, userAgent, place, createdAt, seenAt }) => ({
				id,
				current: tokenHash === session.staffHash,
				device: describeDevice(userAgent),
				place,
				createdAt,
				seenAt,
			}));
		},

		endSession: (session: StaffSession, member: StaffMember, id: string) =>
			endSessions(session, member, sessions.remove(session, id, clock())),

		endOtherSessions: (session: StaffSession, member: StaffMember) =>
			endSessions(session, member, sessions.removeOthers(session, clock())),

		/** Sets another password. Every other session of the person ends. */
		changePassword: (
			session: StaffSession,
			{ id, email }: Pick<StaffMember, "id" | "email">,
			{ currentPassword, newPassword }: ChangePassword,
		): Promise<Result<null>> =>
			whenAvailable("The password can't be changed right now. Try again in a minute.", async () => {
				const person = await repo.find(id);
				if (!person) return signedOut();
				const proven = await checkOwnPassword(deps, person, currentPassword, "currentPassword");
				if (!proven.ok) return proven;
				const problem = await newPasswordProblem(breachedPasswords, newPassword, { email, brand: brandName });
				if (problem) return failField("newPassword", problem);
				const hash = await passwords.hash(newPassword);
				const now = clock();
				const changed = change(
					audit(session, null, { kind: "staff.password_changed", subject: { type: "staff", id }, params: {} }),
					repo.setPassword(id, proven.value, hash),
					sessions.removeOthers(session, now),
					emit({ kind: "mail.staff-notice", payload: { staffId: id, event: "password-changed" } }),
				);
				const { state } = await db.commit(changed, now);
				return state === "ok"
					? ok(null)
					: failField("currentPassword", "The password has just been changed somewhere else.");
			}),

		/** Checks the person's password, before a device makes a passkey that a wrong one would waste. */
		async checkPassword({ id }: Pick<StaffMember, "id">, currentPassword: string): Promise<Result<null>> {
			const person = await repo.find(id);
			if (!person) return signedOut();
			const proven = await checkOwnPassword(deps, person, currentPassword, "currentPassword");
			return proven.ok ? ok(null) : proven;
		},

		/** Replaces the recovery codes. Returns the new ones, which are shown only once. */
		async newRecoveryCodes(
			session: StaffSession,
			{ id }: Pick<StaffMember, "id">,
			currentPassword: string,
		): Promise<Result<readonly string[]>> {
			const person = await repo.find(id);
			if (!person) return signedOut();
			const proven = await checkOwnPassword(deps, person, currentPassword, "currentPassword");
			if (!proven.ok) return proven;
			const now = clock();
			const { codes, hashes } = app.newCodes(id);
			const renewed = change(
				audit(session, null, { kind: "staff.recovery_codes_renewed", subject: { type: "staff", id }, params: {} }),
				repo.replaceRecoveryCodes(id, hashes, now),
				emit({ kind: "mail.staff-notice", payload: { staffId: id, event: "recovery-codes-renewed" } }),
			);
			return (await db.commit(renewed, now)).state === "ok" ? ok(codes) : signedOut();
		},
	};
}

const signedOut = () => fail("unauthenticated", "Please sign in again.");
