import { planRecords } from "~/features/dns/templates";
import { DAY } from "~/lib/durations";
import { hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";
import type { HostingType } from "./hosting-facts";

/** A TXT record that proves control of a domain. */
export interface ProofRecord {
	/** Fully qualified, without the final dot. */
	readonly name: string;
	readonly value: string;
}

/** What the customer may have added. The first is what we show. */
export const proofRecords = (secrets: Secrets, plan: { userId: string; domain: string }): readonly ProofRecord[] =>
	secrets.map((secret) => proofRecord(secret, plan));

/**
 * The record that proves that the customer controls the domain. Its value depends on the customer and domain, so that
 * another customer can't copy it.
 */
export const proofRecord = (secret: string, { userId, domain }: { userId: string; domain: string }): ProofRecord => ({
	name: `_hosting-check.${domain}`,
	value: `hosting-check=${hmacSha256Hex(secret, new TextEncoder().encode(`hosting-domain ${userId} ${domain}`)).slice(0, 32)}`,
});

/**
 * What moving a domain (Unicode form) away from the plan that uses it means.
 * @param user the plan that uses it
 * @param plan the plan that gets it
 */
export function domainUsed(domain: string, user: string, plan: string): string {
	const [from, to] = user === plan ? [`your other plan ${user}`, "this plan"] : [`your plan ${user}`, plan];
	const there = user === plan ? "that plan" : user;
	return `${domain} is in use by ${from}. If you move it to ${to}, its website and email on ${there} stop working. Your files and messages stay on ${there}.`;
}

/** Whether control of the domain is proven, but the hosting server has not confirmed the domain yet. */
export const isConnecting = ({
	domainProvenAt,
	domainPendingSince,
}: {
	domainProvenAt: number | null;
	domainPendingSince: number | null;
}): boolean => domainProvenAt !== null && domainPendingSince !== null;

/** How long a scheduled task looks for the record, from the order of the plan. The page names it, too. */
export const recordChecksMs = 14 * DAY;

/** Whether a scheduled task still looks for the record of an unproven domain. */
export const isCheckedAutomatically = ({
	createdAt,
	domainCheckedAt,
}: {
	createdAt: number;
	domainCheckedAt: number | null;
}): boolean => (domainCheckedAt ?? 0) < createdAt + recordChecksMs;

/**
 * What the DNS of a plan's domain needs if it is managed elsewhere. Empty without an IP address.
 * @returns such as "A @" and "192.0.2.1"
 */
export function recordsToAdd({ type, domain, ip }: { type: HostingType; domain: string | null; ip: string | null }) {
	if (ip === null) return [];
	return planRecords(domain ?? "your domain", ip)
		.filter(([kind]) => type === "web" || kind === "MX" || kind === "TXT")
		.map(([kind, host, value, priority]) => ({
			name: `${kind} ${host}`,
			value: priority === undefined ? value : `${priority} ${value}`,
		}));
}
