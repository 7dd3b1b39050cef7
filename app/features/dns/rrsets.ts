import type { DnsHost, Forward, RRset, RRsetChange } from "~/platform/dns/dns-host";
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

/** The RRsets that a host publishes for a domain: its records, and what leads visitors of forwarded names on. */
export function wantedRRsets(
	{ name, forwards }: { readonly name: string; readonly forwards: readonly Forward[] | null },
	records: Zone,
	{ forwarding, maxTtl }: Pick<DnsHost, "forwarding" | "maxTtl">,
): RRset[] {
	const own = toRRsets(records, name).map((set) => ({ ...set, ttl: Math.min(set.ttl, maxTtl) }));
	return forwarding?.by === "records" ? withForwards(own, forwards ?? [], name, forwarding.addresses) : own;
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
		return !before || before.ttl !== set.ttl || sortedValues(before) !== sortedValues(set);
	});
	return [...gone, ...written];
}

/** A set has no order, and some nameservers return another one than they were given. */
const sortedValues = ({ values }: RRset): string => values.toSorted().join("\n");

/** Types that decide where a name's visitors go. */
const addressTypes: readonly string[] = ["A", "AAAA", "CNAME"];

/** Seconds. Short, so that a new target is used soon. */
const forwardTtl = 300;

/**
 * Adds the records that lead visitors of forwarded names to a redirecting web server, in place of the names' own
 * addresses. The server finds the target in the TXT record `_.NAME` (github.com/willnode/forward-domain).
 */
export function withForwards(
	rrsets: readonly RRset[],
	forwards: readonly Forward[],
	origin: string,
	addresses: readonly string[],
): RRset[] {
	const added = forwards.flatMap(({ host, target, permanent }) => {
		const name = `${fullName(host, origin)}.`;
		const text = `http-status=${permanent ? 301 : 302};forward-domain=${target}`;
		const isV6 = (address: string) => address.includes(":");
		const sets = [
			{ name, type: "A", values: addresses.filter((one) => !isV6(one)) },
			{ name, type: "AAAA", values: addresses.filter(isV6) },
			{ name: `_.${name}`, type: "TXT", values: [quoteText(text)] },
		];
		return sets.filter(({ values }) => values.length > 0).map((set) => ({ ...set, ttl: forwardTtl }));
	});
	const isReplaced = ({ name, type }: RRset) =>
		added.some((set) => set.name === name && (set.type === "TXT" || addressTypes.includes(type)));
	return [...rrsets.filter((set) => !isReplaced(set)), ...added];
}
