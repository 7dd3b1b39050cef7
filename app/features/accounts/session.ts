import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { Client } from "./client";

/** How long a session lasts: at most `idleMs` without use and at most `absoluteMs` in total. */
export interface Lifetime {
	readonly idleMs: number;
	readonly absoluteMs: number;
}

const lifetimes = {
	remembered: { idleMs: 14 * DAY, absoluteMs: 90 * DAY },
	ordinary: { idleMs: 12 * HOUR, absoluteMs: 24 * HOUR },
} as const;

export const lifetimeOf = (remembered: boolean): Lifetime => (remembered ? lifetimes.remembered : lifetimes.ordinary);

/** How long staff can be signed in as a customer. It is not extended. */
export const actingMs = 30 * MINUTE;

/** How long a confirmation is valid. */
const confirmationMs = 10 * MINUTE;

/** A confirmation before this moment (ms, UTC) is no longer valid. */
export const earliestConfirmation = (now: number): number => now - confirmationMs;

/**
 * As `earliestConfirmation`, for changes to how the customer signs in. The sign-in itself does not count, so that someone
 * who finds an open session can't lock its owner out (ASVS 7.5.1).
 */
export const earliestReentry = (now: number, signedInAt: number): number =>
	Math.max(earliestConfirmation(now), signedInAt + 1);

/** How often the idle limit is extended at most, so that most requests write nothing. */
export const touchIntervalMs = 5 * MINUTE;

/** One sign-in in the customer's list. */
export interface SessionEntry {
	readonly id: string;
	readonly current: boolean;
	/** `Chrome on Android`. */
	readonly device: string;
	/** `Kenya`. */
	readonly place: string;
	readonly createdAt: number;
	readonly seenAt: number;
}

const browsers: readonly (readonly [RegExp, string])[] = [
	[/\bEdgA?\//, "Edge"],
	[/\bOPR\/|\bOpera Mini\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\bUCBrowser\//, "UC Browser"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bChrome\/|\bCriOS\//, "Chrome"],
	[/\bSafari\//, "Safari"],
	[/^curl\//, "curl"],
];

const systems: readonly (readonly [RegExp, string])[] = [
	[/\bAndroid\b/, "Android"],
	[/\biPhone\b|\biPad\b/, "iOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
];

/** Browser and system of a user agent, good enough to recognise your own device: `Chrome on Android`. */
export function describeDevice(userAgent: string): string {
	const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
	const browser = find(browsers);
	const system = find(systems);
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? "Unknown device";
}

/** Device and place of a request: `Chrome on Android in Kisumu, Kenya`. */
export const describeClient = (client: Pick<Client, "userAgent" | "country" | "city">): string =>
	`${describeDevice(client.userAgent)} in ${describePlace(client)}`;

/** City and country: `Kisumu, Kenya`. */
export function describePlace({ country, city }: { country: string | null; city: string | null }): string {
	// Cloudflare's codes: XX is unknown, T1 is Tor.
	if (country === "T1") return "The Tor network";
	if (country === null || !/^[A-Z]{2}$/.test(country) || country === "XX") return "Unknown place";
	const name = new Intl.DisplayNames("en", { type: "region", fallback: "code" }).of(country) ?? country;
	return city ? `${city}, ${name}` : name;
}
