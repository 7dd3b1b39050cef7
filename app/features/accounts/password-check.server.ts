import type { Change } from "~/db/change.server";
import type { SecondStep } from "~/features/two-factor/second-step.server";
import { MINUTE, SECOND } from "~/lib/durations";
import { failField, ok, type Result } from "~/lib/result";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { tooMany } from "./account-limits";
import type { UserRow } from "./accounts.repo.server";

interface Dependencies {
	readonly accounts: { find(id: string): Promise<UserRow | null> };
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly secondStep: Pick<SecondStep, "checkCustomerCode">;
}

interface Proof {
	readonly password: string;
	/** From the authenticator app, or a recovery code. Required if two-step sign-in is on. */
	readonly code?: string | undefined;
}

interface Proven {
	readonly user: UserRow;
	/** Commit it with the protected change. Stale if the code was used already. Null if no code was needed. */
	readonly codeUsed: Change | null;
	/** Call it after the commit: forgets the wrong codes entered before. */
	readonly clearTries: () => Promise<void>;
}

/** Stops someone at a signed-in browser from guessing the password. */
const attemptLimit = { limit: 5, windowMs: 15 * MINUTE, delay: { firstMs: 30 * SECOND, maxMs: 4 * MINUTE } };

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Checks the password of a signed-in customer, and the code if two-step sign-in is on. */
export function createPasswordCheck({ accounts, passwords, rateLimiter, secondStep }: Dependencies) {
	return {
		/**
		 * Returns the account if the password and the code are right.
		 * @param field the form field that shows a wrong password. `code` shows a wrong code.
		 */
		async check(userId: string, { password, code }: Proof, field: string): Promise<Result<Proven>> {
			const attempts = ["own-password", userId] as const;
			const [allowance, user] = await Promise.all([rateLimiter.take(attempts, attemptLimit), accounts.find(userId)]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const right = user && (await passwords.verify(password, user.passwordHash)).matches;
			if (!right) return failField(field, "This is not your current password.");
			await rateLimiter.clear(attempts);
			const checked = await secondStep.checkCustomerCode(user, code);
			return checked.ok ? ok({ user, ...checked.value }) : checked;
		},
	};
}
