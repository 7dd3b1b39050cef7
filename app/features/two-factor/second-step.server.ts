import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { z } from "zod";
import { type Change, change } from "~/db/change.server";
import { tooMany } from "~/features/accounts/account-limits";
import type { Client } from "~/features/accounts/client";
import type { KnownDevices } from "~/features/accounts/known-devices";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import { type Failure, fail, failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { sha256Hex } from "~/lib/sha256";
import { matchingStep } from "~/lib/totp";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { sealContext } from "./app-secret";
import { readRecoveryCode, recoveryCodeHash } from "./recovery-code";
import type { SecondStep as Input } from "./two-factor.schema";

/** Someone with an authenticator app: a customer or a member of staff. */
interface CodeHolder {
	readonly id: string;
	readonly passwordHash: string | null;
	readonly totpSecret: string | null;
}

export type SecondStepMethod = "code" | "recovery_code";

/** The accounts whose sign-ins ask for a code: customers or staff. */
export interface CodeHolders<Holder extends CodeHolder, Done> {
	find(id: string): Promise<Holder | null>;
	/** A duplicate on the second use of a challenge. */
	markChallengeUsed(tokenHash: string, id: string, now: number): Change;
	/** Stale if a code of this step or a later one was used before. */
	/** @param renewed the secret, encrypted again. Null if it stays as it is */
	markStepUsed(id: string, step: number, renewed: string | null): Change;
	/** Stale if the code is not one of the account's, or was used before. Emails its owner. */
	markRecoveryCodeUsed(id: string, codeHash: string, now: number): Change;
	/** Starts the session, together with the use of the challenge and the code. */
	start(signIn: CodeSignIn<Holder>, also: Change): Promise<Result<Done>>;
}

export interface CodeSignIn<Holder> extends Browser {
	readonly account: Holder & { readonly passwordHash: string };
	readonly remembered: boolean;
	readonly method: SecondStepMethod;
}

interface Dependencies<Holder extends CodeHolder, Done> {
	readonly clock: Clock;
	readonly sealer: Sealer;
	readonly rateLimiter: RateLimiter;
	readonly knownDevices: KnownDevices;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly holders: CodeHolders<Holder, Done>;
}

/**
 * Six digits can be guessed, so few wrong codes are allowed for each entered password and for each account. A known
 * device is counted separately: someone who has the password can't use up the owner's tries.
 */
const codeLimits = {
	perChallenge: { limit: 5, windowMs: HOUR },
	perAccount: { limit: 10, windowMs: 15 * MINUTE, delay: { firstMs: 30 * SECOND, maxMs: 4 * MINUTE } },
} as const;

const challengeLifetimeMs = 10 * MINUTE;

const challengeSchema = z.object({
	/** Makes each challenge unique. */
	id: z.string(),
	userId: z.string(),
	remembered: z.boolean(),
	/** SHA-256 of the hash that the password matched: a changed password voids the challenge. */
	password: z.string(),
	expiresAt: z.number(),
});

type Challenge = z.infer<typeof challengeSchema>;

interface Browser {
	readonly client: Client;
	readonly previousToken: string | null;
}

export type SecondStep<Holder extends CodeHolder, Done> = ReturnType<typeof createSecondStep<Holder, Done>>;

interface OwnCode {
	/** Commit it with what the code allows: stale if the code was used already. Null if no code is needed. */
	readonly codeUsed: Change | null;
	/** Call it after the commit: forgets the wrong codes entered before. */
	readonly clearTries: () => Promise<void>;
}

/** The code that two-step sign-in asks for after the right password. */
export function createSecondStep<Holder extends CodeHolder, Done>(deps: Dependencies<Holder, Done>) {
	const { clock, sealer, rateLimiter, knownDevices, securityLog, holders } = deps;

	async function openChallenge(challenge: string) {
		const text = await sealer.open(challenge, "challenge");
		const parsed = text === null ? null : challengeSchema.safeParse(JSON.parse(text));
		return parsed?.success && parsed.data.expiresAt > clock() ? parsed.data : null;
	}

	/**
	 * The change that marks the code as used, to commit with what it allows: stale if it was used before. Null if the
	 * code is not the app's current one.
	 */
	async function checkCode(
		account: CodeHolder,
		typed: string,
	): Promise<{ readonly used: Change; readonly method: SecondStepMethod } | null> {
		const { id } = account;
		const recovery = readRecoveryCode(typed);
		if (recovery) {
			const used = holders.markRecoveryCodeUsed(id, recoveryCodeHash(id, recovery), clock());
			return { used, method: "recovery_code" };
		}
		const { totpSecret } = account;
		const secret = totpSecret && (await sealer.open(totpSecret, sealContext(id)));
		if (!secret) return null;
		const code = typed.replace(/\s/g, "");
		const step = matchingStep(decodeBase64urlIgnorePadding(secret), code, clock());
		if (step === null) return null;
		const renewed = await sealer.renew(totpSecret, sealContext(id));
		return { used: holders.markStepUsed(id, step, renewed), method: "code" };
	}

	/** Starts a session if the code is right. The code is then used. */
	async function attempt(
		{ id, userId, remembered, password }: Challenge,
		account: Holder | null,
		typed: string,
		browser: Browser,
	): Promise<Result<Done, Failure>> {
		if (!account?.passwordHash || sha256Hex(account.passwordHash) !== password) return invalidChallenge();
		const { passwordHash } = account;
		const code = await checkCode(account, typed);
		if (!code) return wrongCode();
		const challengeUsed = holders.markChallengeUsed(sha256Hex(id), userId, clock());
		const signIn = { account: { ...account, passwordHash }, remembered, method: code.method, ...browser };
		const started = await holders.start(signIn, change(challengeUsed, code.used));
		if (started.ok) return started;
		return started.error.kind === "conflict" ? invalidChallenge() : wrongCode();
	}

	return {
		/**
		 * Checks the code of someone who is signed in and has just entered the right password. Asks for none if two-step
		 * sign-in is off.
		 */
		async checkOwnCode(account: CodeHolder, code: string | undefined): Promise<Result<OwnCode>> {
			if (!account.totpSecret) return ok({ codeUsed: null, clearTries: async () => {} });
			if (!code) return failField("code", "Enter the code from your authenticator app.");
			// Counted separately from sign-ins: a stranger who has the password can't use these tries up.
			const perAccount = ["second-step:own", account.id] as const;
			const allowance = await rateLimiter.take(perAccount, codeLimits.perAccount);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const checked = await checkCode(account, code);
			return checked ? ok({ codeUsed: checked.used, clearTries: () => rateLimiter.clear(perAccount) }) : wrongCode();
		},

		/** A sealed token that the sign-in form sends with the code. */
		challenge: (account: { readonly id: string; readonly passwordHash: string }, remembered: boolean) =>
			sealer.seal(
				JSON.stringify({
					id: randomToken(),
					userId: account.id,
					remembered,
					password: sha256Hex(account.passwordHash),
					expiresAt: clock() + challengeLifetimeMs,
				}),
				"challenge",
			),

		/** Signs in with a code. Each challenge and each code works once, also for simultaneous requests. */
		async verify(
			{ challenge, code }: Input,
			client: Client,
			previousToken: string | null,
		): Promise<Result<Done, Failure>> {
			const opened = await openChallenge(challenge);
			if (!opened) return invalidChallenge();
			const perChallenge = ["second-step:challenge", opened.id] as const;
			const perAccount = knownDevices.isKnown(client, opened.userId)
				? (["second-step:device", knownDevices.key(client, opened.userId)] as const)
				: (["second-step:account", opened.userId] as const);
			const [allowance, account] = await Promise.all([
				rateLimiter.takeAll([
					{ key: perChallenge, ...codeLimits.perChallenge },
					{ key: perAccount, ...codeLimits.perAccount },
				]),
				holders.find(opened.userId),
			]);
			if (!allowance.allowed) {
				securityLog.refused("too_many_attempts", opened.userId, client);
				return tooMany(allowance.retryAfter);
			}
			try {
				const done = await attempt(opened, account, code, { client, previousToken });
				if (done.ok) await rateLimiter.clear(perAccount);
				else if (done.error.fields?.code) securityLog.refused("wrong_code", opened.userId, client);
				return done;
			} catch (error) {
				// Gives the attempt back, because the code could not be checked. If this fails too, the attempt stays counted.
				await rateLimiter
					.giveBack([perChallenge, perAccount])
					.catch((cause) => logger.warn("attempt_not_returned", { error: cause }));
				throw error;
			}
		},
	};
}

export function wrongCode() {
	const message = "This code is wrong or was already used. Enter the code that your app shows now, or a recovery code.";
	return fail("unauthenticated", message, { fields: { code: message } });
}

const invalidChallenge = () =>
	fail("unauthenticated", "This sign-in has expired or was already completed. Enter your password again.", {
		code: "challenge_void",
	});
