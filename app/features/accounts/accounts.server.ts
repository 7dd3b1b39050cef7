import type { Database } from "../../db/client.server";
import type { Clock } from "../../platform/clock";
import type { PasswordHasher } from "../../platform/password/password";
import type { RateLimiter } from "../../platform/rate-limit/rate-limit";
import type { TokenStore } from "../../platform/token-store/token-store";
import type { Activity } from "../activity/activity.server";
import type { SecondStep } from "../two-factor/second-step.server";
import { accountsRepo } from "./accounts.repo.server";
import { createLinkMails } from "./link-mails.server";
import { createLinks } from "./links.server";
import { createRecovery } from "./recovery.server";
import { createRegistration } from "./registration.server";
import type { Sessions } from "./sessions.server";
import { createSignIn } from "./sign-in.server";
import { createVerification } from "./verification.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly sessions: Sessions;
	readonly secondStep: SecondStep;
	readonly tokens: TokenStore;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly appOrigin: string;
	readonly tokenSecret: string;
	readonly brandName: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Customers' accounts: opening one, signing in, and getting back in. */
export function createAccounts({ appOrigin, tokenSecret, tokens, ...deps }: Dependencies) {
	const repo = accountsRepo(deps.db);
	const links = createLinks({ tokens, secret: tokenSecret, appOrigin, clock: deps.clock });
	const linkMails = createLinkMails({ ...deps, repo });
	return {
		...createRegistration({ ...deps, repo, linkMails }),
		...createVerification({ ...deps, repo, links }),
		...createSignIn({ ...deps, repo, linkMails }),
		links,
		...createRecovery({ ...deps, repo, links, linkMails }),
		/** The code of two-step sign-in, after the password. */
		finishSignIn: deps.secondStep.verify,
		/** For the mail that carries the link. */
		issueLink: links.issue,
		/** An account by its id; null if there is none. */
		find: repo.find,
	};
}
