import { sha256 } from "@oslojs/crypto/sha2";
import { decodeBase64, encodeHexLowerCase } from "@oslojs/encoding";
import type { DsRecord, ZoneKey } from "./dns-host";

/** SHA-256, which registries must accept (RFC 8624, section 3.3). */
const digestType = 2;

/** The DS record of a zone's key (RFC 4034, section 5.1.4). */
export function dsOf(zone: string, key: ZoneKey): DsRecord {
	const data = keyData(key);
	const digest = sha256(Uint8Array.of(...wireName(zone), ...data));
	return { keyTag: keyTagOf(data), algorithm: key.algorithm, digestType, digest: encodeHexLowerCase(digest), key };
}

/** A key's record data (RFC 4034, section 2.1). The third byte is the protocol, always 3. */
const keyData = ({ flags, algorithm, publicKey }: ZoneKey): Uint8Array =>
	Uint8Array.of(flags >> 8, flags & 255, 3, algorithm, ...decodeBase64(publicKey));

/** RFC 4034, appendix B. */
function keyTagOf(data: Uint8Array): number {
	const sum = data.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
	return (sum + (sum >> 16)) & 0xffff;
}

/** A name as sent over the network (RFC 1035, section 3.1). */
const wireName = (name: string): number[] => [
	...name.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]),
	0,
];
