import { DAY } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import { hostCookie } from "~/lib/host-cookie";
import type { Secrets } from "~/lib/secrets";
import type { Client } from "./client";

/** The longest that browsers keep a cookie (RFC 6265bis, section 5.5). Each sign-in renews it. */
const maxAgeSeconds = (400 * DAY) / 1_000;
/** A shared phone remembers this many accounts, the latest ones. */
const maxAccounts = 5;

/** `<id>.<signature of the id>.<signature per account>…`: 96 random bits, then 128 bits of an HMAC each. */
const pattern = /^[A-Za-z0-9_-]{16}(?:\.[0-9a-f]{32}){2,6}$/;

/** The device cookie's value in a `Cookie` header. Null if it is malformed or occurs twice. */
export function deviceOf(appOrigin: string, cookieHeader: string | null): string | null {
	const start = `${hostCookie(appOrigin, "device").name}=`;
	const values = (cookieHeader ?? "")
		.split(";")
		.map((part) => part.trim())
		.filter((part) => part.startsWith(start));
	const value = values[0]?.slice(start.length);
	return values.length === 1 && value !== undefined && pattern.test(value) ? value : null;
}

/** `Set-Cookie` of a device that has signed in. Signing out does not remove it. */
export function deviceCookie(appOrigin: string, device: string): string {
	const { name, attributes } = hostCookie(appOrigin, "device");
	return `${name}=${device}; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Recognises devices that have signed in to an account before, by a signed cookie. Stores nothing on the server.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 * @param secrets the current one first. Signatures of previous ones are valid too.
 */
export function createKnownDevices(secrets: Secrets, random: () => string) {
	const parts = (client: Pick<Client, "device">) => {
		const [id, , ...signatures] = client.device?.split(".") ?? [];
		return { id, signatures };
	};

	return {
		/** Whether this account has signed in on the device that sends the request. */
		isKnown(client: Pick<Client, "device">, userId: string): boolean {
			const { id, signatures } = parts(client);
			if (id === undefined) return false;
			return secrets.some((secret) => {
				const expected = sign(secret, id, userId);
				return signatures.some((given) => equalInConstantTime(given, expected));
			});
		},

		/** Rate limit key for an account on a known device. */
		key: (client: Pick<Client, "device">, userId: string): string => `${parts(client).id} ${userId}`,

		/** The new cookie value after a sign-in. */
		remember(client: Pick<Client, "device">, userId: string): string {
			const { id = random().slice(0, 16), signatures } = parts(client);
			const own = sign(secrets[0], id, userId);
			const others = signatures.filter((other) => other !== own);
			return [id, sign(secrets[0], id), own, ...others].slice(0, 2 + maxAccounts).join(".");
		},
	};
}

/** The id of a device that has signed in to any account, for limits without an account. Null for other devices. */
export function deviceIdOf(secrets: readonly string[], device: string | null): string | null {
	const [id, signature] = device?.split(".") ?? [];
	if (id === undefined || signature === undefined) return null;
	return secrets.some((secret) => equalInConstantTime(signature, sign(secret, id))) ? id : null;
}

/** Signs a device's id, for one account if `userId` is given. */
const sign = (secret: string, id: string, userId = "") =>
	hmacSha256Hex(secret, new TextEncoder().encode(`device:${id}:${userId}`)).slice(0, 32);
