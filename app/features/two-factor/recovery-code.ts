import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { sha256Hex } from "~/lib/sha256";

const recoveryCodeCount = 10;

/** 80 random bits in four groups: `k3jx-92md-p0qa-7vtn`. */
export function newRecoveryCode(): string {
	const text = encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(10)));
	return text.match(/.{4}/g)?.join("-") ?? text;
}

/** Each code works for one sign-in. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode);

/** Reads a typed code, in upper or lower case and with or without dashes. Null if it is malformed. */
export function readRecoveryCode(typed: string): string | null {
	const plain = typed.toLowerCase().replace(/[\s-]/g, "");
	return /^[a-z2-7]{16}$/.test(plain) ? plain : null;
}

/** The stored hash. A fast hash is enough, because 80 random bits can't be guessed. */
export const recoveryCodeHash = (userId: string, plain: string): string =>
	sha256Hex(`recovery:${userId}:${plain.replaceAll("-", "")}`);
