import { fullName } from "./full-name";
import type { ZoneRecord } from "./record";

/** Whether a record is an SPF record (RFC 7208, section 4.5). */
export const isSpf = ({ type, value }: Pick<ZoneRecord, "type" | "value">): boolean =>
	type === "TXT" && /^v=spf1(?: |$)/i.test(value);

/**
 * A name must not have several SPF records (RFC 7208, section 3.2), because mail servers then ignore all of them. A zone
 * file may bring some along, so that they are a warning there.
 */
export const severalSpf = (name: string, origin: string): string =>
	`${fullName(name, origin)} has several SPF records (v=spf1), so mail servers ignore all of them. Merge them into one.`;

/** Names with several SPF records, without repetition. */
export function namesWithSeveralSpf(zone: readonly ZoneRecord[]): string[] {
	const names = zone.filter(isSpf).map(({ name }) => name);
	return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
