import { DAY } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import { hostCookie } from "~/lib/host-cookie";
import type { Client } from "./client";

/** Seconds; browsers keep no cookie longer (RFC 6265bis, section 5.5). Each sign-in renews it. */
const maxAgeSeconds = (400 * DAY) / 1_000;
/** A phone may be shared; the accounts that signed in last are kept. */
const maxAccounts = 5;

/** `<device>.<signature>.<mark of an account>…`: 96 random bits, then 128 bits of an HMAC each. */
const pattern = /^[A-Za-z0-9_-]{16}(?:\.[0-9a-f]{32}){2,6}$/;

/** The cookie's value in a `Cookie` header; null if it can't be ours. */
export function deviceOf(appOrigin: string, cookieHeader: string | null): string | null {
	const start = `${hostCookie(appOrigin, "device").name}=`;
	const values = (cookieHeader ?? "")
		.split(";")
		.map((part) => part.trim())
		.filter((part) => part.startsWith(start));
	const value = values[0]?.slice(start.length);
	return values.length === 1 && value !== undefined && pattern.test(value) ? value : null;
}

/** `Set-Cookie` of a device that has signed in. It survives signing out. */
export function deviceCookie(appOrigin: string, device: string): string {
	const { name, attributes } = hostCookie(appOrigin, "device");
	return `${name}=${device}; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Which devices have signed in to which account before, without storing anything: the device keeps a signed cookie.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 * @param secrets today's first; what a former one signed still counts.
 */
export function createKnownDevices(secrets: readonly [string, ...string[]], random: () => string) {
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

		/** What limits count for an account on a known device. */
		key: (client: Pick<Client, "device">, userId: string): string => `${parts(client).id} ${userId}`,

		/** The cookie's new value after this account signed in. */
		remember(client: Pick<Client, "device">, userId: string): string {
			const { id = random().slice(0, 16), signatures } = parts(client);
			const own = sign(secrets[0], id, userId);
			const others = signatures.filter((other) => other !== own);
			return [id, sign(secrets[0], id), own, ...others].slice(0, 2 + maxAccounts).join(".");
		},
	};
}

/** The id of a device that has signed in to any account; null for any other. For limits that know of no account. */
export function deviceIdOf(secrets: readonly string[], device: string | null): string | null {
	const [id, signature] = device?.split(".") ?? [];
	if (id === undefined || signature === undefined) return null;
	return secrets.some((secret) => equalInConstantTime(signature, sign(secret, id))) ? id : null;
}

/** Binds a device to an account; without one, shows that the id is ours. */
const sign = (secret: string, id: string, userId = "") =>
	hmacSha256Hex(secret, new TextEncoder().encode(`device:${id}:${userId}`)).slice(0, 32);
