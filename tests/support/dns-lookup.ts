import type { DnsLookup, Presence } from "~/platform/dns-lookup/dns-lookup";

/** A DNS with these TXT records, what it was asked, and the most questions it had at once. */
export function aDns(records: Map<string, string> = new Map(), failing = false) {
	const asked: string[] = [];
	let open = 0;
	const most = { atOnce: 0 };
	const lookup: DnsLookup = {
		delegation: async () => "unknown",
		async text(name, text): Promise<Presence> {
			asked.push(name);
			open += 1;
			most.atOnce = Math.max(most.atOnce, open);
			await Promise.resolve();
			open -= 1;
			if (failing) return "unknown";
			return records.get(name) === text ? "found" : "missing";
		},
	};
	return { lookup, records, asked, most };
}
