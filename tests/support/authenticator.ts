import { encodeBase64urlNoPadding } from "@oslojs/encoding";

const utf8 = (text: string) => new TextEncoder().encode(text);

interface ChallengeRequest {
	readonly challenge: string;
	readonly origin?: string;
	readonly rpId?: string;
	readonly type?: string;
	/** Bit 0: user present. Bit 2: user verified by fingerprint, face or PIN. */
	readonly flags?: number;
	readonly signCount?: number;
}

/** An authenticator with one passkey. Returns its answers as a browser gives them to the page. */
export async function anAuthenticator() {
	const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
		"sign",
		"verify",
	])) as CryptoKeyPair;
	const id = crypto.getRandomValues(new Uint8Array(16));
	const publicKey = new Uint8Array((await crypto.subtle.exportKey("spki", keys.publicKey)) as ArrayBuffer);

	async function data(
		{ rpId = "kikoa.test", flags = 0x05, signCount = 0 }: ChallengeRequest,
		credential: Uint8Array[] = [],
	) {
		const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(rpId)));
		const counter = new Uint8Array(4);
		new DataView(counter.buffer).setUint32(0, signCount);
		return new Uint8Array([
			...hash,
			flags | (credential.length > 0 ? 0x40 : 0),
			...counter,
			...credential.flatMap((part) => [...part]),
		]);
	}

	const clientData = ({ challenge, origin = "https://kikoa.test", type }: ChallengeRequest, usual: string) =>
		utf8(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }));

	return {
		async create(asked: ChallengeRequest) {
			const length = new Uint8Array([0, id.length]);
			return JSON.stringify({
				clientData: encodeBase64urlNoPadding(clientData(asked, "webauthn.create")),
				authenticatorData: encodeBase64urlNoPadding(await data(asked, [new Uint8Array(16), length, id])),
				publicKey: encodeBase64urlNoPadding(publicKey),
				algorithm: -7,
			});
		},
		async get(asked: ChallengeRequest) {
			const client = clientData(asked, "webauthn.get");
			const authenticator = await data(asked);
			const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", client));
			const algorithm = { name: "ECDSA", hash: "SHA-256" };
			const raw = await crypto.subtle.sign(algorithm, keys.privateKey, new Uint8Array([...authenticator, ...hash]));
			return JSON.stringify({
				id: encodeBase64urlNoPadding(id),
				clientData: encodeBase64urlNoPadding(client),
				authenticatorData: encodeBase64urlNoPadding(authenticator),
				signature: encodeBase64urlNoPadding(asn1(new Uint8Array(raw))),
			});
		},
	};
}

/** Encodes a raw ECDSA signature in DER, as authenticators do. */
function asn1(raw: Uint8Array): Uint8Array {
	const numbers = [raw.subarray(0, 32), raw.subarray(32)].flatMap((part) => {
		const start = part.findIndex((byte) => byte !== 0);
		const number = [...part.subarray(start)];
		const positive = (number[0] ?? 0) > 127 ? [0, ...number] : number;
		return [2, positive.length, ...positive];
	});
	return new Uint8Array([0x30, numbers.length, ...numbers]);
}
