import { decodeBase64IgnorePadding, encodeBase64NoPadding } from "@oslojs/encoding";

/** An Argon2id hash in the PHC string format: `$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$tag`. */
export interface PhcHash {
	/** KiB. */
	readonly memory: number;
	readonly passes: number;
	readonly lanes: number;
	/** Id of the pepper. */
	readonly keyId: string;
	readonly salt: Uint8Array;
	readonly tag: Uint8Array;
}

/** Formats a hash as a PHC string. */
export function formatPhc({ memory, passes, lanes, keyId, salt, tag }: PhcHash): string {
	const parameters = `m=${memory},t=${passes},p=${lanes},keyid=${keyId}`;
	return `$argon2id$v=19$${parameters}$${encodeBase64NoPadding(salt)}$${encodeBase64NoPadding(tag)}`;
}

const pattern =
	/^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3}),keyid=([A-Za-z0-9+/]{1,16})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** Null if it is not an Argon2id PHC string. */
export function parsePhc(text: string): PhcHash | null {
	const [, memory, passes, lanes, keyId, salt, tag] = pattern.exec(text) ?? [];
	if (!keyId || !salt || !tag) return null;
	try {
		return {
			memory: Number(memory),
			passes: Number(passes),
			lanes: Number(lanes),
			keyId,
			salt: decodeBase64IgnorePadding(salt),
			tag: decodeBase64IgnorePadding(tag),
		};
	} catch {
		return null;
	}
}
