import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { type Database, NothingChanged, violates } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { accountLimits, tooMany } from "~/features/accounts/account-limits";
import type { Client } from "~/features/accounts/client";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Sessions } from "~/features/accounts/sessions.server";
import type { SignedIn } from "~/features/accounts/sign-in.server";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { sha256Hex } from "~/lib/sha256";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { mostPasskeys } from "./most-passkeys";
import type { AddPasskey, PasskeySignIn } from "./passkey.schema";
import { createPasskeysRepo } from "./passkeys.repo.server";
import { importKey, isOurs, readAuthenticatorData, readClientData, verifySignature } from "./webauthn";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly sealer: Sealer;
	readonly sessions: Sessions;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly rateLimiter: RateLimiter;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly appOrigin: string;
}

/** A challenge is asked for with the page and answered when the person gets to it. */
const challengeLifetime = 30 * MINUTE;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys: signing in with a fingerprint, a face or a PIN of one's own device. */
export function createPasskeys(deps: Dependencies) {
	const { db, clock, activity, sealer, sessions, securityLog, rateLimiter, dispatch, appOrigin } = deps;
	const repo = createPasskeysRepo(db);
	const rpId = new URL(appOrigin).hostname;

	/** The challenge says itself what it is for and until when: nothing is stored before it is answered. */
	const challengeFor = (purpose: string) => sealer.seal(`${clock() + challengeLifetime} ${randomToken()}`, purpose);

	/** The challenge that the answer answers, if it is ours, for this purpose, of this site and in time. */
	async function readAnswer(type: string, purpose: string, clientData: Uint8Array, authenticator: Uint8Array) {
		const client = readClientData(clientData);
		const data = readAuthenticatorData(authenticator);
		if (!client || !data || client.type !== type || client.origin !== appOrigin || client.crossOrigin) return null;
		const opened = await sealer.open(client.challenge, purpose);
		if (opened === null || Number(opened.split(" ")[0]) <= clock() || !isOurs(data, rpId)) return null;
		return { data, challengeHash: sha256Hex(client.challenge) };
	}

	const noticeTo = (userId: string, event: "passkey-added" | "passkey-removed") =>
		enqueue(db, { kind: "mail.security-notice", payload: { userId, event }, userId }, clock());

	const logged = (message: string) => ({ actor: "customer", kind: "passkey.changed", message }) as const;

	return {
		list: (owner: Owner) => repo.list(owner, clock()),

		/** Statement for the batch of a new password: removes the passkeys, except those that the customer keeps. */
		removeOthers: (userId: string, keep: readonly string[]) => repo.removeOthers(userId, keep),

		/** What a browser needs to make a passkey. */
		async creation({ id, email }: { readonly id: string; readonly email: string }) {
			return {
				challenge: await challengeFor(`add:${id}`),
				rpId,
				userId: encodeBase64urlNoPadding(new TextEncoder().encode(id)),
				email,
			};
		},

		/** What a browser needs to sign in with one. */
		request: async () => ({ challenge: await challengeFor("sign-in"), rpId }),

		async add(
			{ id: userId }: { readonly id: string },
			owner: ConfirmedOwner,
			{ name, passkey }: AddPasskey,
		): Promise<Result<null>> {
			const answer = await readAnswer(
				"webauthn.create",
				`add:${userId}`,
				passkey.clientData,
				passkey.authenticatorData,
			);
			const credentialId = answer?.data.credentialId;
			const key = await importKey(passkey.publicKey, passkey.algorithm);
			if (!answer || !credentialId || !key) return fail("invalid", "That did not work. Reload the page and try again.");
			const now = clock();
			const row = {
				id: encodeBase64urlNoPadding(credentialId),
				name,
				publicKey: encodeBase64urlNoPadding(passkey.publicKey),
				algorithm: passkey.algorithm,
				signCount: answer.data.signCount,
			};
			const mail = noticeTo(userId, "passkey-added");
			try {
				await db.write([
					repo.add(row, owner, now),
					db.mustChange(),
					repo.spendChallenge(answer.challengeHash, userId, now),
					activity.record(logged(`Added the passkey ${name}.`), owner),
					mail.statement,
				]);
			} catch (error) {
				if (violates(error, "passkeys.id") || violates(error, "token_uses.token_hash"))
					return fail("conflict", "This passkey is in your account already.");
				if (error instanceof NothingChanged)
					return fail(
						"conflict",
						`You have ${mostPasskeys} passkeys, as many as an account can have. Remove one first.`,
					);
				throw error;
			}
			dispatch([mail.id]);
			return ok(null);
		},

		async remove({ id: userId }: { readonly id: string }, owner: ConfirmedOwner, id: string): Promise<Result<null>> {
			const mail = noticeTo(userId, "passkey-removed");
			const entry = activity.record(logged("Removed a passkey."), owner);
			const written = await db.attempt([repo.remove(owner, id, clock()), db.mustChange(), entry, mail.statement]);
			if (!written) return fail("not_found", "This passkey is gone already.");
			dispatch([mail.id]);
			return ok(null);
		},

		/** The authenticator has checked the person, so that no code of two-step sign-in is asked for besides. */
		async signIn(passkey: PasskeySignIn, client: Client, previousToken: string | null): Promise<Result<SignedIn>> {
			const attempts = ["passkey:address", client.key] as const;
			const [allowance, found] = await Promise.all([
				rateLimiter.take(attempts, accountLimits.passkeyPerAddress),
				repo.find(passkey.id),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const refuse = () => {
				securityLog.refused("passkey_refused", found?.user.id ?? null, client);
				return refused();
			};
			const { clientData, authenticatorData, signature } = passkey;
			const answer = await readAnswer("webauthn.get", "sign-in", clientData, authenticatorData);
			if (!found || !answer) return refused();
			const { user, passkey: known } = found;
			const key = await importKey(new Uint8Array(decodeBase64urlIgnorePadding(known.publicKey)), known.algorithm);
			if (!key || !(await verifySignature(key, signature, authenticatorData, clientData))) return refuse();
			const now = clock();
			try {
				const started = await sessions.start({ userId: user.id, remembered: false, client, previousToken }, [
					repo.spendChallenge(answer.challengeHash, user.id, now),
					repo.count(known.id, answer.data.signCount, now),
					db.mustChange(),
				]);
				if (!started.ok) return refuse();
				await rateLimiter.giveBack([attempts]);
				return ok({ ...started.value, user });
			} catch (error) {
				if (violates(error, "token_uses.token_hash")) return refuse();
				throw error;
			}
		},
	};
}

const refused = () =>
	fail("unauthenticated", "This passkey did not open an account. Try again, or sign in with your password.");
