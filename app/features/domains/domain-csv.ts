import { toCsv } from "~/lib/csv";
import { isoDay, type Locale } from "~/lib/dates";
import type { DomainStatus } from "./domain-state";

interface ExportedDomain {
	readonly name: string;
	readonly status: DomainStatus;
	/** Milliseconds since the epoch. */
	readonly registeredAt: number | null;
	readonly expiresAt: number | null;
	readonly autoRenew: boolean;
	readonly locked: boolean;
	readonly privacy: boolean;
	readonly nameservers: readonly string[];
}

const head = ["Domain", "Status", "Registered", "Expires", "Auto-renew", "Locked", "WHOIS privacy", "Nameservers"];

const yesNo = (value: boolean): string => (value ? "yes" : "no");

/** Formats domains as CSV, with dates in the customer's timezone. */
export function domainCsv(list: readonly ExportedDomain[], { timezone }: Pick<Locale, "timezone">): string {
	const day = (ms: number | null) => (ms === null ? "" : isoDay(ms, timezone));
	const rows = list.map(({ name, status, registeredAt, expiresAt, autoRenew, locked, privacy, nameservers }) => [
		...[name, status, day(registeredAt), day(expiresAt)],
		...[yesNo(autoRenew), yesNo(locked), yesNo(privacy), nameservers.join(" ")],
	]);
	return toCsv(head, rows);
}
