import type { Owner } from "~/db/owner";
import { fail, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { Client } from "./client";
import type { Confirmation } from "./confirmation.schema";
import type { Customer } from "./customer";
import type { PasswordCheck } from "./password-check.server";
import type { Sessions, StartedSession } from "./sessions.server";

interface Dependencies {
	readonly passwordCheck: PasswordCheck;
	readonly sessions: Sessions;
}

/** Whose password proves who is there: a member's own, in another customer's account. */
const personOf = ({ id, acting }: Customer): string => (acting && "memberId" in acting ? acting.memberId : id);

/** Asks for the password, and the code if two-step sign-in is on, before a sensitive change. */
export function createConfirmation({ passwordCheck, sessions }: Dependencies) {
	return {
		/** Returns the same session with a new token for the cookie. */
		async confirm(
			customer: Customer,
			owner: Owner,
			proof: Confirmation,
			client: Client,
		): Promise<Result<StartedSession>> {
			return whenAvailable("Your password can't be checked right now. Try again in a minute.", async () => {
				const proven = await passwordCheck.check(personOf(customer), proof, "password", client);
				if (!proven.ok) return proven;
				if (!("sessionHash" in owner)) return fail("forbidden", "Please sign in again.");
				const { user, codeUsed, refuseCode, clearTries } = proven.value;
				const confirmed = await sessions.confirm(owner.sessionHash, user.passwordHash, codeUsed);
				if (!confirmed.ok) return codeUsed ? refuseCode() : confirmed;
				await clearTries();
				return confirmed;
			});
		},
	};
}
