import { expect, test } from "vitest";
import type { ZoneRecord } from "~/features/dns/record";
import { type ZoneFilter, zonePage, zonePageSize } from "~/features/dns/zone-page";

const record = (index: number, facts: Partial<ZoneRecord> = {}) => ({
	...{ id: `rec_${index}`, type: "A", name: `host-${String(index).padStart(3, "0")}`, ttl: 3_600, priority: null },
	...{ value: `192.0.2.${index % 250}`, ...facts },
});
const zone = Array.from({ length: 120 }, (_, index) => record(index)) as (ZoneRecord & { id: string })[];

test("every record of a large zone is on one of its pages", () => {
	const seen: string[] = [];
	let filter: ZoneFilter = { q: "" };
	for (;;) {
		const { items, next } = zonePage(zone, filter);
		expect(items.length).toBeLessThanOrEqual(zonePageSize);
		seen.push(...items.map(({ id }) => id));
		if (next === null) break;
		filter = { q: "", after: next };
	}
	expect(seen.toSorted()).toEqual(zone.map(({ id }) => id).toSorted());
});

test("records are found by type and by part of their name or value, whatever the case", () => {
	const mixed = [...zone, record(900, { type: "MX", name: "@", value: "Mail.kikoa.example" })] as typeof zone;
	const found = (filter: ZoneFilter) => zonePage(mixed, filter).items.map(({ id }) => id);
	expect(found({ type: "MX", q: "" })).toEqual(["rec_900"]);
	expect(found({ q: "mail.KIKOA" })).toEqual(["rec_900"]);
	expect(found({ q: "HOST-007" })).toEqual(["rec_7"]);
	expect(found({ type: "TXT", q: "host" })).toEqual([]);
});

test("an invalid cursor, or one of a deleted record, starts at the first page", () => {
	const [first] = zonePage(zone, { q: "" }).items;
	for (const after of ["nonsense", btoa('["x","rec_gone"]')]) {
		expect(zonePage(zone, { q: "", after }).items[0]).toEqual(first);
	}
});
