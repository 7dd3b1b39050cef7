import type { Domain } from "~/db/schema";
import { csvOf } from "~/lib/csv";
import { isoDay, type Locale } from "~/lib/dates";

const head = ["Domain", "Status", "Registered", "Expires", "Auto-renew", "Locked", "WHOIS privacy", "Nameservers"];

const yesNo = (value: boolean): string => (value ? "yes" : "no");

/** A list of domains for a spreadsheet. */
export function domainCsv(list: readonly Domain[], { timezone }: Pick<Locale, "timezone">): string {
	const day = (ms: number | null) => (ms === null ? "" : isoDay(ms, timezone));
	const rows = list.map(({ name, status, registeredAt, expiresAt, autoRenew, locked, privacy, nameservers }) => [
		...[name, status, day(registeredAt), day(expiresAt)],
		...[yesNo(autoRenew), yesNo(locked), yesNo(privacy), nameservers.join(" ")],
	]);
	return csvOf(head, rows);
}
