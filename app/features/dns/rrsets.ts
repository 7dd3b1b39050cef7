import type { RRset, RRsetChange } from "~/platform/dns/dns-host";
import { fullName } from "./full-name";
import { compareRecords, type ZoneRecord } from "./record";
import { quoteText } from "./text-value";
import type { Zone } from "./zone";

/** Groups a zone's records into RRsets with full names, as nameservers store them. */
export function toRRsets(zone: Zone, origin: string): RRset[] {
	const sets = new Map<string, { name: string; type: string; ttl: number; values: string[] }>();
	for (const record of zone.toSorted(compareRecords)) {
		const name = `${fullName(record.name, origin)}.`;
		const key = `${name} ${record.type}`;
		const set = sets.get(key) ?? { name, type: record.type, ttl: record.ttl, values: [] };
		set.values.push(toPresentationFormat(record));
		sets.set(key, set);
	}
	return [...sets.values()];
}

/** A record's value as zone files write it (RFC 1035, section 5.1). */
export function toPresentationFormat({ type, value, priority }: ZoneRecord): string {
	switch (type) {
		case "A":
		case "AAAA":
			return value;
		case "CAA":
			return value.replace(/"(.*)"/, (_, content: string) => `"${content.replace(/["\\]/g, "\\$&")}"`);
		case "TXT":
			return quoteText(value);
		case "CNAME":
		case "NS":
			return absolute(value);
		case "MX":
		case "SRV":
			return `${priority} ${absolute(value)}`;
	}
}

const absolute = (value: string): string => (value.endsWith(".") ? value : `${value}.`);

/** The changes that turn the first list into the second. */
export function rrsetChanges(from: readonly RRset[], to: readonly RRset[]): RRsetChange[] {
	const same = (a: RRset) => (b: RRset) => a.name === b.name && a.type === b.type;
	const gone = from.filter((set) => !to.some(same(set))).map((set) => ({ ...set, values: [] }));
	const written = to.filter((set) => {
		const before = from.find(same(set));
		return !before || before.ttl !== set.ttl || before.values.join("\n") !== set.values.join("\n");
	});
	return [...gone, ...written];
}
