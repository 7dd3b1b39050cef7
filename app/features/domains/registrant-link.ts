import { DAY } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";
import { sha256Hex } from "~/lib/sha256";

/** Long after the deadline, because the link also lifts a suspension. */
export const registrantLinkLifetimeMs = 180 * DAY;

const sign = (secret: string, text: string) => hmacSha256Hex(secret, new TextEncoder().encode(`registrant:${text}`));

/** Without the address itself, which would otherwise be in logs of mail servers and in browser histories. */
const addressOf = (email: string) => sha256Hex(email).slice(0, 32);

/** A signed token with which the registrant of a domain confirms this address. `now` in ms. */
export function registrantToken(secrets: Secrets, domainId: string, email: string, now: number): string {
	const text = `${domainId}.${addressOf(email)}.${now + registrantLinkLifetimeMs}`;
	return `${text}.${sign(secrets[0], text)}`;
}

export interface RegistrantLink {
	readonly domainId: string;
	/** Whether the link was sent to this address. */
	isFor(email: string): boolean;
}

/** The domain and address of a token. Null if the signature is wrong, `expired` after its time. */
export function readRegistrantLink(secrets: Secrets, token: string, now: number): RegistrantLink | "expired" | null {
	const [, text = "", domainId = "", address = "", until = "", signature = ""] =
		/^((dom_[a-z2-7]{1,40})\.([0-9a-f]{32})\.(\d{1,16}))\.([0-9a-f]{64})$/.exec(token) ?? [];
	const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, text)));
	if (!ours) return null;
	return Number(until) > now ? { domainId, isFor: (email) => addressOf(email) === address } : "expired";
}
