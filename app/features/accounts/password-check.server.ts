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

/** What a signed-in customer enters to prove who they are. */
interface Proof {
	readonly password: string;
	/** From the authenticator app, or a recovery code. Required if two-step sign-in is on. */
	readonly code?: string | undefined;
}

interface Proven {
	readonly user: UserRow;
	/** Commit it with what the proof is for: stale if the code was used already. Null if no code was needed. */
	readonly codeUsed: Change | null;
	/** Call it after the commit: forgets the wrong codes entered before. */
	readonly clearTries: () => Promise<void>;
}

/** Someone who finds a signed-in browser must not be able to guess the password there. */
const attemptLimit = { limit: 5, windowMs: 15 * MINUTE, delay: { firstMs: 30 * SECOND, maxMs: 4 * MINUTE } };

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Checks the password of a signed-in customer, and the code if two-step sign-in is on. */
export function createPasswordCheck({ accounts, passwords, rateLimiter, secondStep }: Dependencies) {
	return {
		/**
		 * The account, if this is its password and its code.
		 * @param field the form's field that a wrong password is reported on; a wrong code is reported on `code`.
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
