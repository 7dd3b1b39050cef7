import { MINUTE } from "../../lib/durations";
import { failField, ok, type Result } from "../../lib/result";
import type { PasswordHasher } from "../../platform/password/password";
import type { RateLimiter } from "../../platform/rate-limit/rate-limit";
import { tooMany } from "./account-limits";
import type { UserRow } from "./accounts.repo.server";

interface Dependencies {
	readonly accounts: { find(id: string): Promise<UserRow | null> };
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
}

/** Whoever finds a signed-in browser must not guess the password there. */
const guesses = { limit: 5, windowMs: 15 * MINUTE };

export type OwnPassword = ReturnType<typeof createOwnPassword>;

/** The password of somebody who is signed in already. */
export function createOwnPassword({ accounts, passwords, rateLimiter }: Dependencies) {
	return {
		/**
		 * The account, if this is its password.
		 * @param field the form's field that a refusal names.
		 */
		async check(userId: string, password: string, field: string): Promise<Result<UserRow>> {
			const attempts = ["own-password", userId] as const;
			const [allowance, user] = await Promise.all([rateLimiter.take(attempts, guesses), accounts.find(userId)]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const right = user && (await passwords.verify(password, user.passwordHash)).matches;
			if (!right) return failField(field, "This is not your current password.");
			await rateLimiter.clear(attempts);
			return ok(user);
		},
	};
}
