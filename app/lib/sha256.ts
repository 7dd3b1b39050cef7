import { sha256 } from "@oslojs/crypto/sha2";
import { encodeHexLowerCase } from "@oslojs/encoding";

/** SHA-256 of the text's UTF-8 bytes, hex. */
export function sha256Hex(text: string): string {
	return encodeHexLowerCase(sha256(new TextEncoder().encode(text)));
}
