import type { Owner } from "~/db/owner";
import { wrongCode } from "~/features/two-factor/second-step.server";
import { fail, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import type { Confirmation } from "./confirmation.schema";
import type { Customer } from "./customer";
import type { OwnPassword } from "./own-password.server";
import type { Sessions, StartedSession } from "./sessions.server";

interface Dependencies {
	readonly ownPassword: OwnPassword;
	readonly sessions: Sessions;
}

/** Entering the password again, and the code where two-step sign-in is on, before a sensitive change. */
export function createConfirmation({ ownPassword, sessions }: Dependencies) {
	return {
		/** The same session under a new token, which belongs into the cookie. */
		async confirm(customer: Customer, owner: Owner, proof: Confirmation): Promise<Result<StartedSession>> {
			return whenAvailable("Your password can't be checked just now. Try again in a minute.", async () => {
				const proven = await ownPassword.check(customer.id, proof, "password");
				if (!proven.ok) return proven;
				if (!("sessionHash" in owner)) return fail("forbidden", "Please sign in again.");
				const { user, statements, afterwards } = proven.value;
				const confirmed = await sessions.confirm(owner.sessionHash, user.passwordHash, statements);
				if (!confirmed.ok) return statements.length > 0 ? wrongCode() : confirmed;
				await afterwards();
				return confirmed;
			});
		},
	};
}
