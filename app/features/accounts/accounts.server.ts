import type { Database } from "~/db/client.server";
import type { Passkeys } from "~/features/passkeys/passkeys.server";
import type { CustomerSecondStep } from "~/features/two-factor/customer-codes.server";
import type { Clock } from "~/lib/clock";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createAccountsRepo } from "./accounts.repo.server";
import type { Attempts } from "./attempts.server";
import type { KnownDevices } from "./known-devices";
import { createLinkEmails } from "./link-emails.server";
import type { Links } from "./links.server";
import { createRecovery } from "./recovery.server";
import { createRegistration } from "./registration.server";
import type { SecurityLog } from "./security-log.server";
import type { Sessions } from "./sessions.server";
import { createSignIn } from "./sign-in.server";
import { createVerification } from "./verification.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly rateLimiter: RateLimiter;
	readonly knownDevices: KnownDevices;
	readonly attempts: Attempts;
	readonly links: Links;
	readonly sessions: Sessions;
	readonly securityLog: SecurityLog;
	readonly secondStep: CustomerSecondStep;
	readonly passkeys: Passkeys;
	readonly brandName: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Customers' accounts: registration, sign-in and password recovery. */
export function createAccounts(deps: Dependencies) {
	const { links } = deps;
	const repo = createAccountsRepo(deps.db);
	const linkEmails = createLinkEmails({ ...deps, repo });
	return {
		...createRegistration({ ...deps, repo, linkEmails }),
		...createVerification({ ...deps, repo }),
		...createSignIn({ ...deps, repo, linkEmails }),
		links,
		...createRecovery({ ...deps, repo, linkEmails }),
		/** Signs in with the code, after the password. */
		finishSignIn: deps.secondStep.verify,
		issueLink: links.issue,
		/** Finds an account by id. Returns null if there is none. */
		find: repo.find,
	};
}
