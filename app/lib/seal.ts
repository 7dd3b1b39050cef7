import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Secrets } from "./secrets";

const bytes = (text: string) => new TextEncoder().encode(text);

export interface Sealer {
	/** Encrypts. @param context what the text belongs to. `open` needs the same one. */
	seal(text: string, context: string): Promise<string>;
	/** Decrypts. Null unless it was sealed with one of our secrets and this context. */
	open(sealed: string, context: string): Promise<string | null>;
	/** The same text, sealed with the current secret. Null if it already is, or can't be opened. */
	renew(sealed: string, context: string): Promise<string | null>;
}

/**
 * Authenticated encryption of texts: AES-256-GCM with a key derived (HKDF) for one purpose.
 * @param secrets the current one first. Texts sealed with an older one can still be opened.
 */
export function createSealer(secrets: Secrets, purpose: string): Sealer {
	const keys = secrets.map((secret) => once(() => deriveKey(secret, purpose)));
	const [current] = keys as [() => Promise<CryptoKey>];
	async function openWith(key: CryptoKey, all: Uint8Array<ArrayBuffer>, context: string): Promise<string | null> {
		const algorithm = { name: "AES-GCM", iv: all.slice(0, 12), additionalData: bytes(context) };
		// Fails for another secret, another context and a modified text. The error does not say which.
		const opened = await crypto.subtle.decrypt(algorithm, key, all.slice(12)).catch(() => null);
		return opened && new TextDecoder().decode(opened);
	}

	async function seal(text: string, context: string): Promise<string> {
		const iv = crypto.getRandomValues(new Uint8Array(12));
		const algorithm = { name: "AES-GCM", iv, additionalData: bytes(context) };
		const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, await current(), bytes(text)));
		return encodeBase64urlNoPadding(new Uint8Array([...iv, ...sealed]));
	}

	async function open(sealed: string, context: string): Promise<string | null> {
		const all = decode(sealed);
		if (!all) return null;
		for (const key of keys) {
			const text = await openWith(await key(), all, context);
			if (text !== null) return text;
		}
		return null;
	}

	return {
		seal,
		open,
		async renew(sealed, context) {
			const all = decode(sealed);
			if (keys.length === 1 || !all || (await openWith(await current(), all, context)) !== null) return null;
			const text = await open(sealed, context);
			return text === null ? null : seal(text, context);
		},
	};
}

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
	const material = await crypto.subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveKey"]);
	const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes(purpose) };
	return crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

function decode(sealed: string): Uint8Array<ArrayBuffer> | null {
	if (sealed.length > 4_000) return null;
	try {
		const all = new Uint8Array(decodeBase64urlIgnorePadding(sealed));
		return all.length > 28 ? all : null;
	} catch {
		return null;
	}
}
