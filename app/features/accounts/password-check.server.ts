import type { Change } from "~/db/change.server";
import type { CustomerSecondStep } from "~/features/two-factor/customer-codes.server";
import { wrongCode } from "~/features/two-factor/second-step.server";
import { MINUTE, SECOND } from "~/lib/durations";
import { type Failure, failField, ok, type Result } from "~/lib/result";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { tooMany } from "./account-limits";
import type { UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import type { SecurityLog } from "./security-log.server";

interface Dependencies {
	readonly accounts: { find(id: string): Promise<UserRow | null> };
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly secondStep: Pick<CustomerSecondStep, "checkOwnCode">;
}

interface Proof {
	readonly password: string;
	/** From the authenticator app, or a recovery code. Required if two-step sign-in is on. */
	readonly code?: string | undefined;
}

interface Proven {
	readonly user: UserRow;
	/**
	 * Commit it with the protected change. Stale if the code was used already: then return `refuseCode()`. Null if no code
	 * was needed.
	 */
	readonly codeUsed: Change | null;
	readonly refuseCode: () => ReturnType<typeof wrongCode>;
	/** Call it after the commit: forgets the wrong codes entered before. */
	readonly clearTries: () => Promise<void>;
}

/** Stops someone at a signed-in browser from guessing the password. */
const attemptLimit = { limit: 5, windowMs: 15 * MINUTE, delay: { firstMs: 30 * SECOND, maxMs: 4 * MINUTE } };

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Checks the password of a signed-in customer, and the code if two-step sign-in is on. Records refusals. */
export function createPasswordCheck({ accounts, passwords, rateLimiter, secondStep, securityLog }: Dependencies) {
	return {
		/**
		 * Returns the account if the password and the code are right.
		 * @param field the form field that shows a wrong password. `code` shows a wrong code.
		 */
		async check(userId: string, { password, code }: Proof, field: string, client: Client): Promise<Result<Proven>> {
			const attempts = ["own-password", userId] as const;
			const [allowance, user] = await Promise.all([rateLimiter.take(attempts, attemptLimit), accounts.find(userId)]);
			if (!allowance.allowed) {
				securityLog.refused("too_many_attempts", userId, client);
				return tooMany(allowance.retryAfter);
			}
			const right = user && (await passwords.verify(password, user.passwordHash)).matches;
			if (!right) {
				securityLog.refused("wrong_password", userId, client);
				return failField(field, "This is not your current password.");
			}
			await rateLimiter.clear(attempts);
			const checked = await secondStep.checkOwnCode(user, code);
			if (!checked.ok) {
				// A missing code says nothing about who tried.
				if (code) securityLog.refused(codeRefusal(checked.error), userId, client);
				return checked;
			}
			const refuseCode = () => {
				securityLog.refused("wrong_code", userId, client);
				return wrongCode();
			};
			return ok({ user, ...checked.value, refuseCode });
		},
	};
}

const codeRefusal = ({ kind }: Failure) => (kind === "rate_limited" ? "too_many_attempts" : "wrong_code");
