import type { Owner } from "../../db/owner";
import { fail, type Result } from "../../lib/result";
import { whenAvailable } from "../../lib/service-unavailable";
import type { Customer } from "./customer";
import type { OwnPassword } from "./own-password.server";
import type { Sessions, StartedSession } from "./sessions.server";

interface Dependencies {
	readonly ownPassword: OwnPassword;
	readonly sessions: Sessions;
}

/** Entering the password again, before a sensitive change. */
export function createConfirmation({ ownPassword, sessions }: Dependencies) {
	return {
		/** The same session under a new token, which belongs into the cookie. */
		async confirm(customer: Customer, owner: Owner, password: string): Promise<Result<StartedSession>> {
			return whenAvailable("Your password can't be checked just now. Try again in a minute.", async () => {
				const owned = await ownPassword.check(customer.id, password, "password");
				if (!owned.ok) return owned;
				if (!("sessionHash" in owner)) return fail("forbidden", "Please sign in again.");
				return sessions.confirm(owner.sessionHash, owned.value.passwordHash);
			});
		},
	};
}
