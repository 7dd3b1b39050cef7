import type { Clock } from "~/lib/clock";
import { logger } from "~/lib/log.server";
import { type Failure, fail, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { PasswordHasher } from "~/platform/password/password";
import type { Take } from "~/platform/rate-limit/rate-limit";
import { accountLimits, recentResetMs } from "./account-limits";
import type { Attempts, Counted } from "./attempts.server";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { SecurityLog } from "./security-log.server";

interface Dependencies {
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly attempts: Attempts;
	readonly knownDevices: KnownDevices;
	readonly securityLog: Pick<SecurityLog, "refused">;
	/** Keeps the limits of customers and staff with the same address apart. */
	readonly keyPrefix: "" | "desk:";
}

/** Someone who signs in with a password: a customer or a member of staff. */
interface PasswordHolder {
	readonly id: string;
	/** Null if no password is set yet. */
	readonly passwordHash: string | null;
	readonly passwordResetAt?: number | null;
}

/** Why the sign-in failed. Has a challenge if only the code of two-step sign-in is missing. */
export interface SignInFailure extends Failure {
	readonly challenge?: string;
}

/** Limits of sign-ins with a password, and a check that takes equally long for unknown addresses. */
export function createPasswordAttempts(deps: Dependencies) {
	const { clock, passwords, attempts, knownDevices, securityLog, keyPrefix } = deps;

	/** Counts an attempt of the owner, which no stranger can use up. Null if this is not clearly the owner. */
	async function beginAsOwner(user: PasswordHolder | null, client: Client): Promise<Result<Counted> | null> {
		if (!user) return null;
		const begin = (action: string, subject: string) =>
			attempts.begin({ own: [{ key: [action, subject], ...accountLimits.signInByOwner }], address: [], subject: "" });
		if (knownDevices.isKnown(client, user.id))
			return begin(`${keyPrefix}sign-in:device`, knownDevices.key(client, user.id));
		const { passwordResetAt = null } = user;
		if (passwordResetAt === null || clock() - passwordResetAt > recentResetMs) return null;
		const afterReset = await begin(`${keyPrefix}sign-in:after-reset`, user.id);
		return afterReset.ok ? afterReset : null;
	}

	function begin({ email, proof }: { readonly email: string; readonly proof?: string | undefined }, client: Client) {
		const own: Take[] = [
			{
				key: [`${keyPrefix}sign-in:account-client`, `${email} ${client.key}`],
				...accountLimits.signInPerAccountAndClient,
			},
			{ key: [`${keyPrefix}sign-in:account`, email], ...accountLimits.signInPerAccount },
		];
		const address: Take[] = [
			{ key: [`${keyPrefix}sign-in:burst`, client.key], ...accountLimits.signInBurst },
			{ key: [`${keyPrefix}sign-in:address`, client.key], ...accountLimits.signInPerAddress },
		];
		return attempts.begin({ own, address, subject: `${keyPrefix}sign-in ${client.key} ${email}`, proof });
	}

	/** Counts only wrong passwords. A right one clears the wrong ones before it. */
	async function releaseAttempt(counted: Counted, opened: Result<unknown, SignInFailure> | null): Promise<void> {
		if (opened && isWrong(opened)) return;
		try {
			await attempts.giveBack(counted, opened?.ok ? counted.slice(0, 1) : []);
		} catch (cause) {
			logger.warn("attempt_not_returned", { error: cause });
		}
	}

	/** Hashes even without an account, so that unknown addresses take as long as known ones. */
	async function check(user: PasswordHolder | null, password: string) {
		if (user?.passwordHash) return passwords.verify(password, user.passwordHash);
		await passwords.simulateVerify(password);
		return { matches: false, stale: false };
	}

	return {
		check,

		/** Runs `authenticate` within the limits. Counts it if the password was wrong. */
		async run<T>(
			input: { readonly email: string; readonly proof?: string | undefined },
			user: PasswordHolder | null,
			client: Client,
			authenticate: () => Promise<Result<T, SignInFailure>>,
		): Promise<Result<T, SignInFailure>> {
			const counted = (await beginAsOwner(user, client)) ?? (await begin(input, client));
			if (!counted.ok) {
				securityLog.refused("too_many_attempts", user?.id ?? null, client);
				return counted;
			}
			const unavailable = "You can't sign in right now. Try again in a minute.";
			let opened: Result<T, SignInFailure> | null = null;
			try {
				opened = await whenAvailable(unavailable, authenticate);
				if (isWrong(opened)) securityLog.refused("wrong_password", user?.id ?? null, client);
				return opened;
			} finally {
				await releaseAttempt(counted.value, opened);
			}
		},
	};
}

export function codeRequired(challenge: string): { readonly ok: false; readonly error: SignInFailure } {
	const { error } = fail("unauthenticated", "Enter the code from your authenticator app.", {
		code: "two_factor_required",
	});
	return { ok: false, error: { ...error, challenge } };
}

const isWrong = (opened: Result<unknown, SignInFailure>): boolean =>
	!opened.ok && opened.error.kind === "unauthenticated" && opened.error.code === undefined;

export const wrongPassword = () => fail("unauthenticated", "Wrong email or password.");
