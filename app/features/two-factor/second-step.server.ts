import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { z } from "zod";
import { type Database, NothingChanged, type Statement, violates } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import { tooMany } from "~/features/accounts/account-limits";
import type { Client } from "~/features/accounts/client";
import type { KnownDevices } from "~/features/accounts/known-devices";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Sessions } from "~/features/accounts/sessions.server";
import type { SignedIn } from "~/features/accounts/sign-in.server";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { type Failure, fail, failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { sha256Hex } from "~/lib/sha256";
import { matchingStep } from "~/lib/totp";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { readRecoveryCode, recoveryCodeHash } from "./recovery-code";
import { createTwoFactorRepo } from "./two-factor.repo.server";
import type { SecondStep as Input } from "./two-factor.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly sealer: Sealer;
	readonly rateLimiter: RateLimiter;
	readonly knownDevices: KnownDevices;
	readonly sessions: Sessions;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly dispatch: (ids: readonly string[]) => void;
}

/**
 * Six digits can be guessed: few wrong ones for each entered password, and few for an account, whoever tries. A device
 * that knows the account is counted apart: someone who has the password can't use up the owner's tries.
 */
const tries = {
	perChallenge: { limit: 5, windowMs: HOUR },
	perAccount: { limit: 10, windowMs: 15 * MINUTE, delay: { firstMs: 30 * SECOND, mostMs: 4 * MINUTE } },
} as const;

const challengeLifetime = 10 * MINUTE;

const challengeSchema = z.object({
	/** Makes each challenge another one. */
	id: z.string(),
	userId: z.string(),
	remembered: z.boolean(),
	/** Of the hash that the password matched: another password by now voids the challenge. */
	password: z.string(),
	expiresAt: z.number(),
});

type Challenge = z.infer<typeof challengeSchema>;

interface Browser {
	readonly client: Client;
	readonly previousToken: string | null;
}

type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof createTwoFactorRepo>["account"]>>>;

export type SecondStep = ReturnType<typeof createSecondStep>;

/** A right code: the statements that use it up, for the batch of what it allows, and what to do once that is written. */
interface SpentCode {
	readonly statements: readonly Statement[];
	readonly afterwards: () => Promise<void>;
}

/** Between the right password and a session, where two-step sign-in is on. */
export function createSecondStep(deps: Dependencies) {
	const { db, clock, sealer, rateLimiter, knownDevices, sessions, securityLog, dispatch } = deps;
	const repo = createTwoFactorRepo(db);

	async function open(challenge: string) {
		const text = await sealer.open(challenge, "challenge");
		const parsed = text === null ? null : challengeSchema.safeParse(JSON.parse(text));
		return parsed?.success && parsed.data.expiresAt > clock() ? parsed.data : null;
	}

	/** The statement that uses the code up, for the session's own batch; null when it is wrong at first sight. */
	async function spend(account: Account, typed: string) {
		const recovery = readRecoveryCode(typed);
		if (recovery) {
			const { id: userId } = account;
			const payload = { userId, event: "recovery-code-used" };
			const mail = enqueue(db, { kind: "mail.security-notice", payload, userId }, clock());
			const used = repo.spendCode(userId, recoveryCodeHash(userId, recovery), clock());
			return { statements: [used, db.mustChange(), mail.statement], effects: [mail.id] };
		}
		const secret = account.totpSecret && (await sealer.open(account.totpSecret, `totp:${account.id}`));
		if (!secret) return null;
		const code = typed.replace(/\s/g, "");
		const step = matchingStep(decodeBase64urlIgnorePadding(secret), code, clock());
		return step === null ? null : { statements: [repo.spendStep(account.id, step), db.mustChange()], effects: [] };
	}

	/** Judges the code and, if it is right, uses it up with the session that it opens. */
	async function attempt(
		{ id, userId, remembered, password }: Challenge,
		account: Account | null,
		code: string,
		browser: Browser,
	): Promise<Result<SignedIn, Failure>> {
		if (!account || sha256Hex(account.passwordHash) !== password) return voidChallenge();
		const used = await spend(account, code);
		if (!used) return wrongCode();
		try {
			const { passwordHash } = account;
			const started = await sessions.start({ userId, remembered, passwordHash, ...browser }, [
				repo.spendChallenge(sha256Hex(id), userId, clock()),
				...used.statements,
			]);
			if (!started.ok) return wrongCode();
			dispatch(used.effects);
			return ok({ ...started.value, user: account });
		} catch (error) {
			if (violates(error, "token_uses.token_hash")) return voidChallenge();
			if (error instanceof NothingChanged) return wrongCode();
			throw error;
		}
	}

	return {
		/**
		 * The code of someone who is signed in and has just entered the right password. Nothing is asked for where two-step
		 * sign-in is off. The batch that uses the statements fails when the code was used already.
		 */
		async spendOwn(account: Account, code: string | undefined): Promise<Result<SpentCode>> {
			if (!account.totpSecret) return ok({ statements: [], afterwards: async () => {} });
			if (!code) return failField("code", "Enter the code of your authenticator app.");
			// Counted apart from sign-ins: a stranger who has the password can't use these tries up.
			const perAccount = ["second-step:own", account.id] as const;
			const allowance = await rateLimiter.take(perAccount, tries.perAccount);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const used = await spend(account, code);
			if (!used) return wrongCode();
			const { statements, effects } = used;
			const afterwards = async () => {
				dispatch(effects);
				await rateLimiter.clear(perAccount);
			};
			return ok({ statements, afterwards });
		},

		/** What to present together with a code; worth nothing alone. */
		challenge: (account: { readonly id: string; readonly passwordHash: string }, remembered: boolean) =>
			sealer.seal(
				JSON.stringify({
					id: randomToken(),
					userId: account.id,
					remembered,
					password: sha256Hex(account.passwordHash),
					expiresAt: clock() + challengeLifetime,
				}),
				"challenge",
			),

		/** Each challenge opens one session, each code counts once, however many arrive together. */
		async verify(
			{ challenge, code }: Input,
			client: Client,
			previousToken: string | null,
		): Promise<Result<SignedIn, Failure>> {
			const opened = await open(challenge);
			if (!opened) return voidChallenge();
			const perChallenge = ["second-step:challenge", opened.id] as const;
			const perAccount = knownDevices.isKnown(client, opened.userId)
				? (["second-step:device", knownDevices.key(client, opened.userId)] as const)
				: (["second-step:account", opened.userId] as const);
			const [allowance, account] = await Promise.all([
				rateLimiter.takeAll([
					{ key: perChallenge, ...tries.perChallenge },
					{ key: perAccount, ...tries.perAccount },
				]),
				repo.account(opened.userId),
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
				// Only a code that was judged spends a try; where even this fails, the try is lost.
				await rateLimiter.giveBack([perChallenge, perAccount]).catch((cause) => console.warn("a try is lost", cause));
				throw error;
			}
		},
	};
}

export function wrongCode() {
	const message = "This code is wrong or was used already. Enter the one that the app shows now, or a recovery code.";
	return fail("unauthenticated", message, { fields: { code: message } });
}

const voidChallenge = () =>
	fail("unauthenticated", "That took too long, or was finished elsewhere. Enter your password again.", {
		code: "challenge_void",
	});
