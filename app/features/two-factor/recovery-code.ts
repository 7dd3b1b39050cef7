import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { sha256Hex } from "~/lib/sha256";

/** How many codes there are after each setting up. */
const recoveryCodeCount = 10;

/** 80 random bits in four groups: `k3jx-92md-p0qa-7vtn`. */
export function newRecoveryCode(): string {
	const text = encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(10)));
	return text.match(/.{4}/g)?.join("-") ?? text;
}

/** A set of codes, each for one sign-in. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode);

/** As people type it: in capitals or not, with or without dashes. Null when it can't be one. */
export function readRecoveryCode(typed: string): string | null {
	const plain = typed.toLowerCase().replace(/[\s-]/g, "");
	return /^[a-z2-7]{16}$/.test(plain) ? plain : null;
}

/** What is stored. A plain hash: 80 random bits can't be guessed. */
export const recoveryCodeHash = (userId: string, plain: string): string =>
	sha256Hex(`recovery:${userId}:${plain.replaceAll("-", "")}`);
