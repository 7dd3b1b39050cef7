import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import type { Sealer } from "~/lib/seal";
import { sha256Hex } from "~/lib/sha256";
import type { AddPasskey, PasskeySignIn } from "./passkey.schema";
import { importKey, isVerifiedForSite, readAuthenticatorData, readClientData, verifySignature } from "./webauthn";

interface Dependencies {
	readonly clock: Clock;
	/** Seals the challenges. Customers and staff have different ones, so that neither can use those of the other. */
	readonly sealer: Sealer;
	readonly appOrigin: string;
}

/** Long, because the challenge is part of the page and may be used later. */
const challengeLifetimeMs = 30 * MINUTE;

/** What is stored of a passkey. */
interface StoredKey {
	/** SubjectPublicKeyInfo, base64url. */
	readonly publicKey: string;
	/** COSE algorithm number. */
	readonly algorithm: number;
}

/** Makes challenges for passkeys and checks the responses of browsers, for customers and for staff. */
export function createPasskeyChecks({ clock, sealer, appOrigin }: Dependencies) {
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

	return {
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

		/** The passkey that a browser created for this account, with the hash of the challenge. Null if it is not valid. */
		async created(ownerId: string, { name, passkey }: AddPasskey) {
			const response = await readResponse(
				"webauthn.create",
				`add:${ownerId}`,
				passkey.clientData,
				passkey.authenticatorData,
			);
			const credentialId = response?.data.credentialId;
			const key = await importKey(passkey.publicKey, passkey.algorithm);
			if (!response || !credentialId || !key) return null;
			return {
				challengeHash: response.challengeHash,
				row: {
					id: encodeBase64urlNoPadding(credentialId),
					name,
					publicKey: encodeBase64urlNoPadding(passkey.publicKey),
					algorithm: passkey.algorithm,
					signCount: response.data.signCount,
				},
			};
		},

		/** Whether a browser signed a challenge of ours. `forged`: the signature was not made with the passkey. */
		async signed(known: StoredKey | undefined, { clientData, authenticatorData, signature }: PasskeySignIn) {
			const response = await readResponse("webauthn.get", "sign-in", clientData, authenticatorData);
			if (!known || !response) return { state: "invalid" } as const;
			const key = await importKey(new Uint8Array(decodeBase64urlIgnorePadding(known.publicKey)), known.algorithm);
			if (!key || !(await verifySignature(key, signature, authenticatorData, clientData)))
				return { state: "forged" } as const;
			const { challengeHash, data } = response;
			return { state: "ok", challengeHash, signCount: data.signCount } as const;
		},
	};
}
