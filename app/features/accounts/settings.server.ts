import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { Client } from "./client";
import { confirmationRequired } from "./confirmation-required";
import type { Customer } from "./customer";
import { newPasswordProblem } from "./new-password.server";
import type { PasswordCheck } from "./password-check.server";
import { createSettingsRepo } from "./settings.repo.server";
import type { PasswordChange, Profile } from "./settings.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly passwordCheck: PasswordCheck;
	readonly brandName: string;
}

export type AccountSettings = ReturnType<typeof createAccountSettings>;

/** Changes that customers make to their own account. */
export function createAccountSettings(deps: Dependencies) {
	const { db, clock, passwords, passwordCheck, brandName, breachedPasswords } = deps;
	const repo = createSettingsRepo(db);

	return {
		/** A new phone number requires a confirmed owner. Fails with `confirm_password` otherwise. */
		async updateProfile(owner: Owner, profile: Profile): Promise<Result<null>> {
			const now = clock();
			const entry = log({ kind: "profile.updated", actor: "customer", params: {}, owner });
			const { state } = await db.commit(change(repo.updateProfile(owner, profile, now), entry), now);
			return state === "ok"
				? ok(null)
				: confirmationRequired("To change your phone number, enter your password again.");
		},

		/** @param recorded the entry of the audit log. Fails with `changed_meanwhile` if the account has another version. */
		async updateProfileByStaff(
			userId: string,
			version: number,
			profile: Profile,
			recorded: Change,
		): Promise<Result<null>> {
			const now = clock();
			const entry = log({ kind: "profile.updated", actor: "staff", params: {}, owner: { userId } });
			const changed = change(recorded, repo.updateProfileOf(userId, version, profile, now), entry);
			if ((await db.commit(changed, now)).state === "ok") return ok(null);
			const message = "Someone changed this account in the meantime. Compare the values and send the form again.";
			return fail("conflict", message, { code: "changed_meanwhile" });
		},

		/** Ends another of the owner's sessions. The current one and other customers' sessions are not found. */
		async endSignIn(owner: Owner, sessionId: string): Promise<Result<null>> {
			const now = clock();
			const entry = log({ kind: "session.ended", actor: "customer", params: {}, owner });
			const { state } = await db.commit(change(repo.endSession(owner, sessionId, now), entry), now);
			return state === "ok" ? ok(null) : fail("not_found", "This device is already signed out.");
		},

		async endOtherSignIns({ id, sessionId }: Customer, owner: Owner): Promise<void> {
			const entry = log({ kind: "session.others_ended", actor: "customer", params: {}, owner });
			await db.commit(change(entry, repo.endOtherSessions(id, sessionId)), clock());
		},

		/** Sets the password, ends every other session and emails the owner. */
		async changePassword(
			customer: Customer,
			owner: Owner,
			input: PasswordChange,
			client: Client,
		): Promise<Result<null>> {
			return whenAvailable("The password can't be changed right now. Try again in a minute.", async () => {
				const proof = { password: input.currentPassword, code: input.code };
				const proven = await passwordCheck.check(customer.id, proof, "currentPassword", client);
				if (!proven.ok) return proven;
				const { user, codeUsed, refuseCode, clearTries } = proven.value;
				const problem = await newPasswordProblem(breachedPasswords, input.newPassword, {
					email: user.email,
					brand: brandName,
				});
				if (problem) return failField("newPassword", problem);
				const passwordHash = await passwords.hash(input.newPassword);
				const now = clock();
				const userId = customer.id;
				const changed = change(
					repo.changePassword(owner, user.passwordHash, passwordHash, now),
					log({ kind: "password.changed", actor: "customer", params: {}, owner }),
					repo.endOtherSessions(userId, customer.sessionId),
					emit({ kind: "mail.password-changed", payload: { userId }, userId }),
					codeUsed,
				);
				const { state } = await db.commit(changed, now);
				if (state !== "ok" && codeUsed) return refuseCode();
				if (state !== "ok") return failField("currentPassword", "The password has just been changed somewhere else.");
				await clearTries();
				return ok(null);
			});
		},
	};
}
