/** The browser's side of passkeys: bytes in and out as base64url. */

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const toText = (buffer: ArrayBuffer): string =>
	btoa(String.fromCharCode(...new Uint8Array(buffer)))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");

/** Does this browser know passkeys at all? */
export const supportsPasskeys = (): boolean => "PublicKeyCredential" in window;

interface Creation {
	readonly challenge: string;
	readonly rpId: string;
	readonly userId: string;
	readonly email: string;
	/** Of the passkeys that the account has: a device that holds one makes no second. */
	readonly known: readonly string[];
}

/** Makes a passkey. Null when the person changed their mind. */
export async function createPasskey({ challenge, rpId, userId, email, known }: Creation): Promise<string | null> {
	const credential = await navigator.credentials
		.create({
			publicKey: {
				challenge: toBytes(challenge),
				rp: { id: rpId, name: rpId },
				user: { id: toBytes(userId), name: email, displayName: email },
				pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key" as const, alg })),
				excludeCredentials: known.map((id) => ({ type: "public-key" as const, id: toBytes(id) })),
				authenticatorSelection: { residentKey: "required", userVerification: "required" },
			},
		})
		.catch(() => null);
	if (!(credential instanceof PublicKeyCredential)) return null;
	const response = credential.response as AuthenticatorAttestationResponse;
	const publicKey = response.getPublicKey();
	if (!publicKey) return null;
	return JSON.stringify({
		clientData: toText(response.clientDataJSON),
		authenticatorData: toText(response.getAuthenticatorData()),
		publicKey: toText(publicKey),
		algorithm: response.getPublicKeyAlgorithm(),
	});
}

interface Request {
	readonly challenge: string;
	readonly rpId: string;
}

/**
 * Signs in with a passkey. Null when the person changed their mind, or there is none.
 * @param conditional offers passkeys in the list under the address field, and waits for as long as it takes.
 */
export async function askForPasskey(
	{ challenge, rpId }: Request,
	{ conditional, signal }: { conditional: boolean; signal: AbortSignal },
): Promise<string | null> {
	const credential = await navigator.credentials
		.get({
			publicKey: { challenge: toBytes(challenge), rpId, userVerification: "required" },
			signal,
			...(conditional && { mediation: "conditional" as const }),
		})
		.catch(() => null);
	if (!(credential instanceof PublicKeyCredential)) return null;
	const response = credential.response as AuthenticatorAssertionResponse;
	return JSON.stringify({
		id: credential.id,
		clientData: toText(response.clientDataJSON),
		authenticatorData: toText(response.authenticatorData),
		signature: toText(response.signature),
	});
}

/** Does it offer them in a field, as it does kept passwords? */
export const supportsPasskeyAutofill = async (): Promise<boolean> =>
	supportsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
