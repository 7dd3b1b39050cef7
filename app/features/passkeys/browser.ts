/** Browser API for passkeys. Bytes are passed as base64url. */

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const toText = (buffer: ArrayBuffer): string =>
	btoa(String.fromCharCode(...new Uint8Array(buffer)))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");

export const supportsPasskeys = (): boolean => "PublicKeyCredential" in window;

interface Creation {
	readonly challenge: string;
	readonly rpId: string;
	readonly userId: string;
	readonly email: string;
	/** Ids of the account's passkeys, so that a device does not create a second one. */
	readonly known: readonly string[];
}

/** Creates a passkey. Returns null if the customer cancels. */
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
 * Asks the browser for a passkey. Returns null if the customer cancels or has none.
 * @param conditional offers passkeys in the list of the email field and waits without a time limit.
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

/** Whether the browser can offer passkeys in a field, like saved passwords. */
export const supportsPasskeyAutofill = async (): Promise<boolean> =>
	supportsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
