import { decodePKIXECDSASignature } from "@oslojs/crypto/ecdsa";
import { sha256 } from "@oslojs/crypto/sha2";
import { constantTimeEqual } from "@oslojs/crypto/subtle";

/** COSE numbers of the supported signature algorithms, which phones, computers and security keys use. */
const algorithms = { ES256: -7, RS256: -257 } as const;

const utf8 = (text: string) => new TextEncoder().encode(text);

interface ClientData {
	readonly type: string;
	readonly challenge: string;
	readonly origin: string;
	readonly crossOrigin?: boolean;
}

/** Parses the client data of the browser. Null if it is malformed. */
export function readClientData(json: Uint8Array): ClientData | null {
	try {
		const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)) as Partial<ClientData> | null;
		const { type, challenge, origin, crossOrigin } = data ?? {};
		if (typeof type !== "string" || typeof challenge !== "string" || typeof origin !== "string") return null;
		return { type, challenge, origin, crossOrigin: crossOrigin === true };
	} catch {
		return null;
	}
}

/** Parses authenticator data (WebAuthn, section 6.1). Null if it is too short. */
export function readAuthenticatorData(bytes: Uint8Array) {
	if (bytes.length < 37) return null;
	const flags = bytes[32] ?? 0;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const idLength = (flags & 0x40) !== 0 && bytes.length >= 55 ? view.getUint16(53) : 0;
	return {
		rpIdHash: bytes.subarray(0, 32),
		userPresent: (flags & 0x01) !== 0,
		userVerified: (flags & 0x04) !== 0,
		signCount: view.getUint32(33),
		credentialId: idLength > 0 && bytes.length >= 55 + idLength ? bytes.slice(55, 55 + idLength) : null,
	};
}

/** Whether it is for this site and the authenticator verified the person (fingerprint, face, PIN). */
export function isVerifiedForSite(data: NonNullable<ReturnType<typeof readAuthenticatorData>>, rpId: string): boolean {
	return data.userPresent && data.userVerified && constantTimeEqual(data.rpIdHash, sha256(utf8(rpId)));
}

/** Imports a public key. Null if its algorithm is not supported. */
export async function importKey(spki: Uint8Array<ArrayBuffer>, algorithm: number): Promise<CryptoKey | null> {
	const kind =
		algorithm === algorithms.ES256
			? { name: "ECDSA", namedCurve: "P-256" }
			: algorithm === algorithms.RS256
				? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
				: null;
	return kind && crypto.subtle.importKey("spki", spki, kind, false, ["verify"]).catch(() => null);
}

export async function verifySignature(
	key: CryptoKey,
	signature: Uint8Array,
	authenticatorData: Uint8Array,
	clientData: Uint8Array,
): Promise<boolean> {
	const signed = new Uint8Array([...authenticatorData, ...sha256(clientData)]);
	if (key.algorithm.name !== "ECDSA")
		return crypto.subtle.verify(key.algorithm.name, key, new Uint8Array(signature), signed);
	const raw = rawSignature(signature);
	return raw !== null && crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, raw, signed);
}

/** Converts an ECDSA signature from ASN.1, as authenticators send it, to 32 bytes per number, as Web Crypto expects it. */
function rawSignature(signature: Uint8Array): Uint8Array<ArrayBuffer> | null {
	try {
		const { r, s } = decodePKIXECDSASignature(signature);
		const hex = [r, s].map((number) => number.toString(16).padStart(64, "0")).join("");
		return hex.length === 128 ? Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null;
	} catch {
		return null;
	}
}
