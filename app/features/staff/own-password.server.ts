import { accountLimits, tooMany } from "~/features/accounts/account-limits";
import { failField, ok, type Result } from "~/lib/result";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { StaffRow } from "./staff.repo.server";

interface Dependencies {
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
}

/**
 * Checks the password that someone at the desk enters again, with few tries. Returns the stored hash.
 * @param field the form's field, which gets the message
 */
export async function checkOwnPassword(
	{ passwords, rateLimiter }: Dependencies,
	person: Pick<StaffRow, "id" | "passwordHash">,
	password: string,
	field: string,
): Promise<Result<string>> {
	const attempts = ["own-password", person.id] as const;
	const allowance = await rateLimiter.take(attempts, accountLimits.signInByOwner);
	if (!allowance.allowed) return tooMany(allowance.retryAfter);
	if (person.passwordHash === null || !(await passwords.verify(password, person.passwordHash)).matches)
		return failField(field, "This is not your password.");
	await rateLimiter.clear(attempts);
	return ok(person.passwordHash);
}
