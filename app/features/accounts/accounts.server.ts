import type { Database } from "~/db/client.server";
import type { Passkeys } from "~/features/passkeys/passkeys.server";
import type { SecondStep } from "~/features/two-factor/second-step.server";
import type { Clock } from "~/lib/clock";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { TokenStore } from "~/platform/token-store/token-store";
import { createAccountsRepo } from "./accounts.repo.server";
import { createAttempts } from "./attempts.server";
import type { KnownDevices } from "./known-devices";
import { createLinkEmails } from "./link-emails.server";
import { createLinks } from "./links.server";
import type { Proofs } from "./proofs";
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
	readonly proofs: Proofs;
	readonly sessions: Sessions;
	readonly securityLog: SecurityLog;
	readonly secondStep: SecondStep;
	readonly passkeys: Passkeys;
	readonly tokens: TokenStore;
	readonly appOrigin: string;
	readonly tokenSecret: string;
	readonly brandName: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Customers' accounts: registration, sign-in and password recovery. */
export function createAccounts({ appOrigin, tokenSecret, tokens, proofs, ...deps }: Dependencies) {
	const repo = createAccountsRepo(deps.db);
	const { clock, rateLimiter } = deps;
	const links = createLinks({ tokens, rateLimiter, secret: tokenSecret, appOrigin, clock });
	const attempts = createAttempts({ rateLimiter, proofs });
	const linkEmails = createLinkEmails({ ...deps, repo });
	return {
		...createRegistration({ ...deps, repo, attempts, linkEmails }),
		...createVerification({ ...deps, repo, links }),
		...createSignIn({ ...deps, repo, attempts, linkEmails }),
		links,
		...createRecovery({ ...deps, repo, attempts, links, linkEmails }),
		/** Signs in with the code, after the password. */
		finishSignIn: deps.secondStep.verify,
		issueLink: links.issue,
		/** Finds an account by id. Returns null if there is none. */
		find: repo.find,
	};
}
