import type { Database } from "~/db/client.server";
import type { SecondStep } from "~/features/two-factor/second-step.server";
import type { Clock } from "~/lib/clock";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter, Take } from "~/platform/rate-limit/rate-limit";
import type { Login } from "./account.schema";
import { accountLimits, recentResetMs } from "./account-limits";
import type { AccountsRepo, UserRow } from "./accounts.repo.server";
import type { Attempts, Counted } from "./attempts.server";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { LinkEmails } from "./link-emails.server";
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
	readonly secondStep: Pick<SecondStep, "challenge">;
}

export interface SignedIn extends StartedSession {
	readonly user: UserRow;
}

/** Why the sign-in failed. Has a challenge if only the code of two-step sign-in is missing. */
export interface SignInFailure extends Failure {
	readonly challenge?: string;
}

interface Credentials {
	readonly password: string;
	readonly remembered: boolean;
	readonly client: Client;
	readonly previousToken: string | null;
}

/** Signs in with an address and a password. */
export function createSignIn(deps: Dependencies) {
	const { db, repo, clock, passwords, rateLimiter, attempts, knownDevices, linkEmails, sessions, secondStep } = deps;
	const { securityLog } = deps;

	/** Counts an attempt of the owner, which no stranger can use up. Null if this is not clearly the owner. */
	async function beginAsOwner(user: UserRow | null, client: Client): Promise<Result<Counted> | null> {
		if (!user) return null;
		const begin = (action: string, subject: string) =>
			attempts.begin({ own: [{ key: [action, subject], ...accountLimits.signInByOwner }], address: [], subject: "" });
		if (knownDevices.isKnown(client, user.id)) return begin("sign-in:device", knownDevices.key(client, user.id));
		if (user.passwordResetAt === null || clock() - user.passwordResetAt > recentResetMs) return null;
		const afterReset = await begin("sign-in:after-reset", user.id);
		return afterReset.ok ? afterReset : null;
	}

	function begin({ email, proof }: Login, client: Client) {
		const own: Take[] = [
			{ key: ["sign-in:account-client", `${email} ${client.key}`], ...accountLimits.signInPerAccountAndClient },
			{ key: ["sign-in:account", email], ...accountLimits.signInPerAccount },
		];
		const address: Take[] = [
			{ key: ["sign-in:burst", client.key], ...accountLimits.signInBurst },
			{ key: ["sign-in:address", client.key], ...accountLimits.signInPerAddress },
		];
		return attempts.begin({ own, address, subject: `sign-in ${client.key} ${email}`, proof });
	}

	/** Counts only wrong passwords. A right one clears the wrong ones before it. */
	async function releaseAttempt(counted: Counted, opened: Result<unknown, SignInFailure> | null): Promise<void> {
		if (opened && isWrong(opened)) return;
		try {
			await attempts.giveBack(counted, opened?.ok ? counted.slice(0, 1) : []);
		} catch (cause) {
			console.warn("could not give back an attempt", cause);
		}
	}

	/** Hashes even without an account, so that unknown addresses take as long as known ones. */
	async function check(user: UserRow | null, password: string) {
		if (user) return passwords.verify(password, user.passwordHash);
		await passwords.simulateVerify(password);
		return { matches: false, stale: false };
	}

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
		const { matches, stale } = await check(user, password);
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
			const counted = (await beginAsOwner(user, client)) ?? (await begin(input, client));
			if (!counted.ok) {
				securityLog.refused("too_many_attempts", user?.id ?? null, client);
				return counted;
			}
			const unavailable = "You can't sign in right now. Try again in a minute.";
			let opened: Result<SignedIn, SignInFailure> | null = null;
			try {
				opened = await whenAvailable(unavailable, () =>
					authenticate(user, { password, remembered, client, previousToken }),
				);
				if (isWrong(opened)) securityLog.refused("wrong_password", user?.id ?? null, client);
				return opened;
			} finally {
				await releaseAttempt(counted.value, opened);
			}
		},
	};
}

function codeRequired(challenge: string): { readonly ok: false; readonly error: SignInFailure } {
	const { error } = fail("unauthenticated", "Enter the code from your authenticator app.", {
		code: "two_factor_required",
	});
	return { ok: false, error: { ...error, challenge } };
}

const isWrong = (opened: Result<unknown, SignInFailure>): boolean =>
	!opened.ok && opened.error.kind === "unauthenticated" && opened.error.code === undefined;

const wrongPassword = () => fail("unauthenticated", "Wrong email or password.");
