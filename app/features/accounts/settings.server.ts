import type { Database } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import { wrongCode } from "~/features/two-factor/second-step.server";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import { confirmFirst } from "./confirm-first";
import type { Customer } from "./customer";
import { newPasswordProblem } from "./new-password.server";
import type { OwnPassword } from "./own-password.server";
import { createSettingsRepo } from "./settings.repo.server";
import type { PasswordChange, Profile } from "./settings.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly ownPassword: OwnPassword;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly brandName: string;
}

export type AccountSettings = ReturnType<typeof createAccountSettings>;

/** What customers change of their own account. */
export function createAccountSettings(deps: Dependencies) {
	const { db, clock, activity, passwords, ownPassword, dispatch, brandName, breachedPasswords } = deps;
	const repo = createSettingsRepo(db);

	return {
		/** Another phone number takes a confirmed owner; refused with `confirm_password` otherwise. */
		async updateProfile(owner: Owner, profile: Profile): Promise<Result<null>> {
			const entry = { actor: "customer", kind: "profile.updated", message: "Changed the profile." } as const;
			const written = await db.attempt([
				repo.updateProfile(owner, profile, clock()),
				db.mustChange(),
				activity.record(entry, owner),
			]);
			return written ? ok(null) : confirmFirst("To change your phone number, enter your password again.");
		},

		/** Ends another of the owner's sign-ins; anybody else's is not found, and one's own ends by signing out. */
		async endSignIn(owner: Owner, sessionId: string): Promise<Result<null>> {
			const entry = { actor: "customer", kind: "session.ended", message: "Signed out another device." } as const;
			const written = await db.attempt([
				repo.endSession(owner, sessionId, clock()),
				db.mustChange(),
				activity.record(entry, owner),
			]);
			return written ? ok(null) : fail("not_found", "This sign-in has already ended.");
		},

		async endOtherSignIns({ id, sessionId }: Customer, owner: Owner): Promise<void> {
			const entry = { actor: "customer", kind: "session.ended", message: "Signed out every other device." } as const;
			await db.write([activity.record(entry, owner), repo.endOtherSessions(id, sessionId)]);
		},

		/** Every other sign-in ends, and the owner is told by mail. */
		async changePassword(customer: Customer, owner: Owner, change: PasswordChange): Promise<Result<null>> {
			return whenAvailable("The password can't be changed just now. Try again in a minute.", async () => {
				const proof = { password: change.currentPassword, code: change.code };
				const proven = await ownPassword.check(customer.id, proof, "currentPassword");
				if (!proven.ok) return proven;
				const { user, statements, afterwards } = proven.value;
				const problem = await newPasswordProblem(breachedPasswords, change.newPassword, {
					email: user.email,
					brand: brandName,
				});
				if (problem) return failField("newPassword", problem);
				const passwordHash = await passwords.hash(change.newPassword);
				const now = clock();
				const userId = customer.id;
				const mail = enqueue(db, { kind: "mail.password-changed", payload: { userId }, userId }, now);
				const entry = { actor: "customer", kind: "password.changed", message: "Changed the password." } as const;
				const written = await db.attempt([
					repo.changePassword(owner, user.passwordHash, passwordHash, now),
					db.mustChange(),
					activity.record(entry, owner),
					repo.endOtherSessions(userId, customer.sessionId),
					mail.statement,
					...statements,
				]);
				if (!written && statements.length > 0) return wrongCode();
				if (!written) return failField("currentPassword", "The password has just been changed somewhere else.");
				dispatch([mail.id]);
				await afterwards();
				return ok(null);
			});
		},
	};
}
