import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { accountLimits, tooMany } from "~/features/accounts/account-limits";
import type { Client } from "~/features/accounts/client";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Sessions } from "~/features/accounts/sessions.server";
import type { SignedIn } from "~/features/accounts/sign-in.server";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { sha256Hex } from "~/lib/sha256";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { AddPasskey, PasskeySignIn } from "./passkey.schema";
import { maxPasskeys } from "./passkey-limit";
import { createPasskeysRepo } from "./passkeys.repo.server";
import { importKey, isVerifiedForSite, readAuthenticatorData, readClientData, verifySignature } from "./webauthn";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly sealer: Sealer;
	readonly sessions: Sessions;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly rateLimiter: RateLimiter;
	readonly appOrigin: string;
}

/** Long, because the challenge is part of the page and the customer may use it later. */
const challengeLifetimeMs = 30 * MINUTE;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys: signing in with a fingerprint, face or PIN of the customer's device. */
export function createPasskeys(deps: Dependencies) {
	const { db, clock, sealer, sessions, securityLog, rateLimiter, appOrigin } = deps;
	const repo = createPasskeysRepo(db);
	const rpId = new URL(appOrigin).hostname;

	/** Sealed with its purpose and expiry time, so that nothing is stored until it is used. */
	const challengeFor = (purpose: string) => sealer.seal(`${clock() + challengeLifetimeMs} ${randomToken()}`, purpose);

	/** Returns null unless the response is to an unexpired challenge that we issued for this purpose and site. */
	async function readResponse(type: string, purpose: string, clientData: Uint8Array, authenticator: Uint8Array) {
		const client = readClientData(clientData);
		const data = readAuthenticatorData(authenticator);
		if (!client || !data || client.type !== type || client.origin !== appOrigin || client.crossOrigin) return null;
		const opened = await sealer.open(client.challenge, purpose);
		if (opened === null || Number(opened.split(" ")[0]) <= clock() || !isVerifiedForSite(data, rpId)) return null;
		return { data, challengeHash: sha256Hex(client.challenge) };
	}

	const emailOwner = (userId: string, event: "passkey-added" | "passkey-removed") =>
		emit({ kind: "mail.security-notice", payload: { userId, event }, userId });

	return {
		list: (owner: Owner) => repo.list(owner, clock()),

		/** Change: removes the customer's passkeys, except those to keep. */
		removeOthers: repo.removeOthers,

		/** What a browser needs to create a passkey. */
		async creationOptions({ id, email }: { readonly id: string; readonly email: string }) {
			return {
				challenge: await challengeFor(`add:${id}`),
				rpId,
				userId: encodeBase64urlNoPadding(new TextEncoder().encode(id)),
				email,
			};
		},

		/** What a browser needs to sign in with a passkey. */
		request: async () => ({ challenge: await challengeFor("sign-in"), rpId }),

		async add(
			{ id: userId }: { readonly id: string },
			owner: ConfirmedOwner,
			{ name, passkey }: AddPasskey,
		): Promise<Result<null>> {
			const response = await readResponse(
				"webauthn.create",
				`add:${userId}`,
				passkey.clientData,
				passkey.authenticatorData,
			);
			const credentialId = response?.data.credentialId;
			const key = await importKey(passkey.publicKey, passkey.algorithm);
			if (!response || !credentialId || !key)
				return fail("invalid", "We could not add the passkey. Reload the page and try again.");
			const now = clock();
			const row = {
				id: encodeBase64urlNoPadding(credentialId),
				name,
				publicKey: encodeBase64urlNoPadding(passkey.publicKey),
				algorithm: passkey.algorithm,
				signCount: response.data.signCount,
			};
			const added = change(
				repo.add(row, owner, now),
				repo.markChallengeUsed(response.challengeHash, userId, now),
				log({ kind: "passkey.added", actor: "customer", params: { name }, owner }),
				emailOwner(userId, "passkey-added"),
			);
			const { state } = await db.commit(added, now);
			if (state === "duplicate") return fail("conflict", "This passkey is already in your account.");
			if (state === "stale")
				return fail("conflict", `You have ${maxPasskeys} passkeys, which is the limit. Remove one first.`);
			return ok(null);
		},

		async remove({ id: userId }: { readonly id: string }, owner: ConfirmedOwner, id: string): Promise<Result<null>> {
			const now = clock();
			const removed = change(
				repo.remove(owner, id, now),
				log({ kind: "passkey.removed", actor: "customer", params: {}, owner }),
				emailOwner(userId, "passkey-removed"),
			);
			const { state } = await db.commit(removed, now);
			return state === "ok" ? ok(null) : fail("not_found", "This passkey was already removed.");
		},

		/** Signs in without the code of two-step sign-in: the authenticator has verified the person. */
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
			const response = await readResponse("webauthn.get", "sign-in", clientData, authenticatorData);
			if (!found || !response) return refused();
			const { user, passkey: known } = found;
			const key = await importKey(new Uint8Array(decodeBase64urlIgnorePadding(known.publicKey)), known.algorithm);
			if (!key || !(await verifySignature(key, signature, authenticatorData, clientData))) return refuse();
			const now = clock();
			const started = await sessions.start(
				{ userId: user.id, remembered: false, client, previousToken, provenAt: now },
				change(
					repo.markChallengeUsed(response.challengeHash, user.id, now),
					repo.recordUse(known.id, response.data.signCount, now),
				),
			);
			if (!started.ok) return refuse();
			await rateLimiter.giveBack([attempts]);
			return ok({ ...started.value, user });
		},
	};
}

const refused = () =>
	fail("unauthenticated", "We could not sign you in with this passkey. Try again, or sign in with your password.");
