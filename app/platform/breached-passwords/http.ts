import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { userAgent } from "~/platform/user-agent";
import type { BreachedPasswords } from "./breached-passwords";

interface Dependencies {
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	/** Address of the service, without a trailing slash. The first five characters of the hash are appended. */
	readonly url: string;
	readonly timeoutMs?: number;
}

/**
 * Queries a range service with k-anonymity: sends the first five of forty characters of the password's SHA-1 and gets
 * all known suffixes. Source: haveibeenpwned.com/API/v3, "Searching by range" and "Padding".
 */
export function createRangeService({ fetch, url, timeoutMs = SECOND }: Dependencies): BreachedPasswords {
	return {
		async isKnown(password) {
			const hash = await sha1Hex(password);
			try {
				const response = await fetch(`${url}/${hash.slice(0, 5)}`, {
					headers: { ...userAgent, "Add-Padding": "true" },
					redirect: "manual",
					signal: AbortSignal.timeout(timeoutMs),
				});
				if (response.status !== 200) throw new Error(`status ${response.status}`);
				return has(await response.text(), hash.slice(5));
			} catch (error) {
				logger.warn("breached_passwords_failed", { error });
				return null;
			}
		},
	};
}

/** Lines such as `0018A45C4D1DEF81644B54AB7F969B88D65:10`. A count of 0 is padding. */
const has = (ranges: string, rest: string): boolean =>
	ranges.split(/\r?\n/).some((line) => {
		const [suffix, count] = line.split(":");
		return suffix?.toUpperCase() === rest && Number(count) > 0;
	});

async function sha1Hex(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
	return [...new Uint8Array(digest)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("")
		.toUpperCase();
}
