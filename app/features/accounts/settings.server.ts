import { type Database, NothingChanged } from "../../db/client.server";
import { enqueue } from "../../db/outbox.server";
import type { Owner } from "../../db/owner";
import { fail, ok, type Result } from "../../lib/result";
import { whenAvailable } from "../../lib/service-unavailable";
import { type Clock, MINUTE } from "../../platform/clock";
import type { PasswordHasher } from "../../platform/password/password";
import type { RateLimiter } from "../../platform/rate-limit/rate-limit";
import type { Activity } from "../activity/activity.server";
import { tooMany } from "./account-limits";
import { accountsRepo } from "./accounts.repo.server";
import type { Customer } from "./customer";
import { passwordProblem } from "./password-policy";
import { settingsRepo } from "./settings.repo.server";
import type { PasswordChange, Profile } from "./settings.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly brandName: string;
}

export type AccountSettings = ReturnType<typeof createAccountSettings>;

/** Whoever finds a signed-in browser must not guess the password there. */
const changeLimit = { limit: 5, windowMs: 15 * MINUTE };

/** What customers change of their own account. */
export function createAccountSettings(deps: Dependencies) {
	const { db, clock, activity, passwords, rateLimiter, dispatch, brandName } = deps;
	const accounts = accountsRepo(db);
	const repo = settingsRepo(db);

	return {
		async updateProfile(owner: Owner, profile: Profile): Promise<void> {
			const entry = { actor: "customer", kind: "profile.updated", message: "Changed the profile." } as const;
			await db.write([repo.updateProfile(owner, profile, clock()), db.mustChange(), activity.record(entry, owner)]);
		},

		/** Every other sign-in ends, and the owner is told by mail. */
		async changePassword(customer: Customer, owner: Owner, change: PasswordChange): Promise<Result<null>> {
			const [allowance, user] = await Promise.all([
				rateLimiter.take(["change-password", customer.id], changeLimit),
				accounts.find(customer.id),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			return whenAvailable("The password can't be changed just now. Try again in a minute.", async () => {
				const right = user && (await passwords.verify(change.currentPassword, user.passwordHash)).matches;
				if (!right) return wrong("currentPassword", "This is not your current password.");
				const problem = passwordProblem(change.newPassword, { email: user.email, brand: brandName });
				if (problem) return wrong("newPassword", problem);
				const passwordHash = await passwords.hash(change.newPassword);
				const now = clock();
				const userId = customer.id;
				const mail = enqueue(db, { kind: "mail.password-changed", payload: { userId }, userId }, now);
				const entry = { actor: "customer", kind: "password.changed", message: "Changed the password." } as const;
				try {
					await db.write([
						repo.changePassword(owner, user.passwordHash, passwordHash, now),
						db.mustChange(),
						activity.record(entry, owner),
						repo.endOtherSessions(userId, customer.sessionId),
						mail.statement,
					]);
				} catch (error) {
					if (error instanceof NothingChanged)
						return wrong("currentPassword", "The password has just been changed somewhere else.");
					throw error;
				}
				dispatch([mail.id]);
				return ok(null);
			});
		},
	};
}

const wrong = (field: keyof PasswordChange, message: string) =>
	fail("invalid", message, { fields: { [field]: message } });
