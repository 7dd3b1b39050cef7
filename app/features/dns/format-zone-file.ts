import { compareRecords } from "./record";
import { toPresentationFormat } from "./rrsets";
import type { Zone } from "./zone";

/** Formats the zone as a zone file that BIND and our import read. */
export function formatZoneFile(zone: Zone, origin: string): string {
	const rows = zone
		.toSorted(compareRecords)
		.map((record) => [record.name, String(record.ttl), "IN", record.type, toPresentationFormat(record)]);
	const width = (column: number) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0));
	const widths = [width(0), width(1), 2, width(3)];
	const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" "));
	return [
		`; ${origin}: all records except SOA and NS, which the nameservers add.`,
		`$ORIGIN ${origin}.`,
		"$TTL 3600",
		...lines,
		"",
	].join("\n");
}
