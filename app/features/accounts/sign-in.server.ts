import type { Database } from "~/db/client.server";
import type { CustomerSecondStep } from "~/features/two-factor/customer-codes.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { Login } from "./account.schema";
import { accountLimits } from "./account-limits";
import type { AccountsRepo, UserRow } from "./accounts.repo.server";
import type { Attempts } from "./attempts.server";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { LinkEmails } from "./link-emails.server";
import { codeRequired, createPasswordAttempts, type SignInFailure, wrongPassword } from "./password-attempts.server";
import type { SecurityLog } from "./security-log.server";
import type { Sessions, StartedSession } from "./sessions.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly passwords: PasswordHasher;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly attempts: Attempts;
	readonly knownDevices: KnownDevices;
	readonly linkEmails: LinkEmails;
	readonly sessions: Sessions;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly secondStep: Pick<CustomerSecondStep, "challenge">;
}

export interface SignedIn extends StartedSession {
	readonly user: UserRow;
}

interface Credentials {
	readonly password: string;
	readonly remembered: boolean;
	readonly client: Client;
	readonly previousToken: string | null;
}

/** Signs in with an address and a password. */
export function createSignIn(deps: Dependencies) {
	const { db, repo, clock, passwords, rateLimiter, linkEmails, sessions, secondStep } = deps;
	const passwordAttempts = createPasswordAttempts({ ...deps, keyPrefix: "" });

	/** Replaces a hash that was made with outdated parameters. */
	async function renewHash(user: UserRow, password: string): Promise<void> {
		await db.commit(repo.rehash(user.id, user.passwordHash, await passwords.hash(password)), clock());
	}

	async function requestVerification(user: UserRow, client: Client): Promise<Result<never>> {
		const allowance = await rateLimiter.take(["mail:verify", user.email], accountLimits.emailsPerMailbox);
		if (allowance.allowed) await linkEmails.send(user, "verify", client);
		const message = allowance.allowed
			? "Please verify your email address first. We've sent you a new link."
			: "Please verify your email address first. Use the latest link that we sent you.";
		return fail("forbidden", message, { code: "unverified" });
	}

	async function authenticate(
		user: UserRow | null,
		credentials: Credentials,
		tries = 2,
	): Promise<Result<SignedIn, SignInFailure>> {
		const { password, ...session } = credentials;
		const { matches, stale } = await passwordAttempts.check(user, password);
		if (!user || !matches || user.status === "closed") return wrongPassword();
		if (user.status === "unverified") return requestVerification(user, credentials.client);
		if (user.totpSecret) {
			if (stale) await renewHash(user, password);
			// The renewed hash would void the challenge.
			const account = stale ? ((await repo.find(user.id)) ?? user) : user;
			return codeRequired(await secondStep.challenge(account, session.remembered));
		}
		const proven = { passwordHash: user.passwordHash, provenAt: clock() };
		const started = await sessions.start({ ...session, userId: user.id, ...proven });
		if (!started.ok) {
			// The hash has changed since it was read: a parallel sign-in renewed it, or the password was changed.
			return tries > 1 ? authenticate(await repo.find(user.id), credentials, tries - 1) : wrongPassword();
		}
		if (stale) await renewHash(user, password);
		return ok({ ...started.value, user });
	}

	return {
		/** @param previousToken the browser's previous session, which ends. */
		async login(input: Login, client: Client, previousToken: string | null): Promise<Result<SignedIn, SignInFailure>> {
			const { email, password, remember: remembered } = input;
			const user = await repo.findByEmail(email);
			return passwordAttempts.run(input, user, client, () =>
				authenticate(user, { password, remembered, client, previousToken }),
			);
		},
	};
}
