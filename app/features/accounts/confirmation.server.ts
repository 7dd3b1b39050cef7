import type { Owner } from "~/db/owner";
import { wrongCode } from "~/features/two-factor/second-step.server";
import { type Failure, fail, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import type { Client } from "./client";
import type { Confirmation } from "./confirmation.schema";
import type { Customer } from "./customer";
import type { PasswordCheck } from "./password-check.server";
import type { SecurityEventKind } from "./security-event";
import type { SecurityLog } from "./security-log.server";
import type { Sessions, StartedSession } from "./sessions.server";

interface Dependencies {
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly passwordCheck: PasswordCheck;
	readonly sessions: Sessions;
}

/** Asks for the password, and the code if two-step sign-in is on, before a sensitive change. */
export function createConfirmation({ securityLog, passwordCheck, sessions }: Dependencies) {
	return {
		/** Returns the same session with a new token for the cookie. Records a refusal for the account. */
		async confirm(
			customer: Customer,
			owner: Owner,
			proof: Confirmation,
			client: Client,
		): Promise<Result<StartedSession>> {
			const confirmed = await whenAvailable(
				"Your password can't be checked right now. Try again in a minute.",
				async () => {
					const proven = await passwordCheck.check(customer.id, proof, "password");
					if (!proven.ok) return proven;
					if (!("sessionHash" in owner)) return fail("forbidden", "Please sign in again.");
					const { user, codeUsed, clearTries } = proven.value;
					const confirmed = await sessions.confirm(owner.sessionHash, user.passwordHash, codeUsed);
					if (!confirmed.ok) return codeUsed ? wrongCode() : confirmed;
					await clearTries();
					return confirmed;
				},
			);
			const refusal = confirmed.ok ? null : refusalOf(confirmed.error, proof);
			if (refusal) securityLog.refused(refusal, customer.id, client);
			return confirmed;
		},
	};
}

/** Null for a failure that says nothing about who tried: a missing code, or a service that is down. */
function refusalOf({ kind, fields }: Failure, { code }: Confirmation): Exclude<SecurityEventKind, "signed_in"> | null {
	if (kind === "rate_limited") return "too_many_attempts";
	if (fields?.password) return "wrong_password";
	return fields?.code && code ? "wrong_code" : null;
}
