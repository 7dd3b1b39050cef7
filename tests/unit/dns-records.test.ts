import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHostName, parseRecordName } from "~/features/dns/host-name";
import { parseIpv4, parseIpv6 } from "~/features/dns/ip-address";
import { type RecordType, recordTypes, type ZoneRecord } from "~/features/dns/record";
import { parseRecord, type RecordInput, toInput } from "~/features/dns/record-input";
import { parseText, quoteText, textBytes, zoneFileText } from "~/features/dns/text-value";
import { addRecord, checkZone, diffZones, removeRecords, undoChange, type Zone } from "~/features/dns/zone";
import { anyText } from "../support/any-text";

const origin = "neema.co.ke";

const input = (type: RecordType, fields: Partial<RecordInput> = {}): RecordInput => ({
	...{ type, name: "www", ttl: "3600", value: "", priority: "10", weight: "5", port: "443", flags: "0", tag: "issue" },
	...fields,
});
const accepted = (type: RecordType, fields: Partial<RecordInput>) => {
	const parsed = parseRecord(input(type, fields), origin);
	return parsed.ok ? parsed.value : parsed.error.fields;
};

test.each<[RecordType, Partial<RecordInput>, Partial<ZoneRecord>]>([
	["A", { value: " 192.0.2.10 " }, { value: "192.0.2.10", priority: null }],
	["A", { name: "", value: "192.0.2.10" }, { name: "@" }],
	["A", { name: "neema.co.ke.", value: "192.0.2.10" }, { name: "@" }],
	["A", { name: "WWW.Neema.co.ke", value: "192.0.2.10" }, { name: "www" }],
	["A", { name: "*.shop", value: "192.0.2.10" }, { name: "*.shop" }],
	["A", { name: "bücher", value: "192.0.2.10" }, { name: "xn--bcher-kva" }],
	["AAAA", { value: "2001:0DB8:0:0:0:0:0:10" }, { value: "2001:db8::10" }],
	["CNAME", { value: "Shops.Example.com." }, { value: "shops.example.com" }],
	["CNAME", { name: "selector1._domainkey", value: "@" }, { value: "neema.co.ke" }],
	["MX", { name: "@", value: "mail.example.com" }, { priority: 10, value: "mail.example.com" }],
	["MX", { name: "@", value: ".", priority: "0" }, { priority: 0, value: "." }],
	["TXT", { name: "_dmarc", value: '"v=DMARC1; " "p=none"' }, { value: "v=DMARC1; p=none" }],
	["NS", { name: "shop", value: "ns1.example.com" }, { value: "ns1.example.com" }],
	["SRV", { name: "_sip._tcp", value: "sip.example.com" }, { priority: 10, value: "5 443 sip.example.com" }],
	["SRV", { name: "_sip._tcp.office", value: "." }, { value: "5 443 ." }],
	["CAA", { name: "@", value: "letsencrypt.org" }, { value: '0 issue "letsencrypt.org"' }],
	["CAA", { tag: "issuewild", value: ";", flags: "128" }, { value: '128 issuewild ";"' }],
	[
		"CAA",
		{ value: "letsencrypt.org; validationmethods=dns-01;accounturi=a\\b" },
		{ value: '0 issue "letsencrypt.org; validationmethods=dns-01;accounturi=a\\b"' },
	],
	["CAA", { tag: "ISSUEVMC", value: "digicert.com" }, { value: '0 issuevmc "digicert.com"' }],
	["CAA", { tag: "contactemail", value: 'a "b" c' }, { value: '0 contactemail "a "b" c"' }],
	["TXT", { value: '" a "' }, { value: '" a "' }],
	["TXT", { value: '"\\233\\000"' }, { value: '"\\233\\000"' }],
	["TXT", { value: '"\\195\\169"' }, { value: "é" }],
	["TXT", { value: '""' }, { value: '""' }],
	["CAA", { tag: "iodef", value: "mailto:security@neema.co.ke" }, { value: '0 iodef "mailto:security@neema.co.ke"' }],
])("%s %j is stored as %j", (type, fields, record) => {
	expect(accepted(type, fields)).toMatchObject(record);
});

test.each<[RecordType, Partial<RecordInput>, keyof RecordInput]>([
	...["", "1.2.3", "1.2.3.256", "01.2.3.4", "::1", "example.com", "1.2.3.4 5"].map(
		(value) => ["A", { value }, "value"] as [RecordType, Partial<RecordInput>, keyof RecordInput],
	),
	["AAAA", { value: "192.0.2.10" }, "value"],
	["AAAA", { value: "1::2::3" }, "value"],
	["AAAA", { value: "1:2:3:4:5:6:7:8:9" }, "value"],
	["A", { value: "192.0.2.1", name: "a..b" }, "name"],
	["A", { value: "192.0.2.1", name: "-a" }, "name"],
	...["\ufe0f", "\u034f", "\u180b", "a\ufe0fb", "a.\ufe0f", "\u200d"].flatMap(
		(name): [RecordType, Partial<RecordInput>, keyof RecordInput][] => [
			["A", { value: "192.0.2.1", name }, "name"],
			["CNAME", { value: `${name}.example.com` }, "value"],
		],
	),
	["A", { value: "192.0.2.1", name: "a b" }, "name"],
	["A", { value: "192.0.2.1", name: "shop.*" }, "name"],
	["A", { value: "192.0.2.1", name: "_a" }, "name"],
	["A", { value: "192.0.2.1", name: "www.example.com." }, "name"],
	["A", { value: "192.0.2.1", name: "a".repeat(64) }, "name"],
	["A", { value: "192.0.2.1", ttl: "59" }, "ttl"],
	["A", { value: "192.0.2.1", ttl: "604801" }, "ttl"],
	["A", { value: "192.0.2.1", ttl: "1e3" }, "ttl"],
	["CNAME", { name: "@", value: "example.com" }, "name"],
	["CNAME", { value: "https://example.com/" }, "value"],
	["CNAME", { value: "192.0.2.1" }, "value"],
	["MX", { value: "mail.example.com", priority: "" }, "priority"],
	["MX", { value: "mail.example.com", priority: "65536" }, "priority"],
	["MX", { value: ".", priority: "10" }, "priority"],
	["MX", { value: "192.0.2.1" }, "value"],
	["TXT", { value: " " }, "value"],
	["TXT", { value: "two\nlines" }, "value"],
	["TXT", { value: "x".repeat(4001) }, "value"],
	["TXT", { value: '"\\300"' }, "value"],
	["MX", { value: "_mail.example.com" }, "value"],
	["NS", { name: "@", value: "ns1.example.com" }, "name"],
	["NS", { name: "*", value: "ns1.example.com" }, "name"],
	["SRV", { name: "sip", value: "sip.example.com" }, "name"],
	["SRV", { name: "_sip._tcp", value: "sip.example.com", weight: "-1" }, "weight"],
	["SRV", { name: "_sip._tcp", value: "sip.example.com", port: "x" }, "port"],
	["CAA", { tag: "issues", value: "letsencrypt.org" }, "tag"],
	["CAA", { flags: "1", value: "letsencrypt.org" }, "flags"],
	["CAA", { tag: "iodef", value: "security@neema.co.ke" }, "value"],
	["CAA", { value: 'a.org" "b' }, "value"],
])("%s %j is refused at its field %s", (type, fields, field) => {
	expect(Object.keys(accepted(type, fields) ?? {})).toContain(field);
	expect(accepted(type, fields)).not.toHaveProperty("type");
});

test("every spelling of an IPv6 address has one canonical text", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
			const long = groups.map((group) => group.toString(16).padStart(4, "0")).join(":");
			const canonical = parseIpv6(long);
			expect(canonical).not.toBeNull();
			expect(parseIpv6(canonical ?? "")).toBe(canonical);
			expect(canonical).toBe(new URL(`http://[${long}]/`).hostname.slice(1, -1));
		}),
	);
	expect(parseIpv6("::ffff:192.0.2.1")).toBe("::ffff:c000:201");
});

test("the record rules accept their own output and throw for no text", () => {
	fc.assert(
		fc.property(anyText(80), fc.constantFrom(...recordTypes), (text, type) => {
			parseIpv4(text);
			for (const parse of [parseRecordName, parseHostName]) {
				const once = parse(text, origin);
				if (once.ok) expect(parse(once.value, origin)).toEqual(once);
			}
			const parsed = parseRecord(input(type, { name: text, value: text }), origin);
			if (parsed.ok) expect(parseRecord(toInput(parsed.value), origin)).toEqual(parsed);
		}),
	);
});

test("a text is published in strings of at most 255 bytes and reads back whole", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 900 }), (text) => {
			const parsed = parseText(text);
			if (!parsed.ok) return;
			const published = quoteText(parsed.value);
			expect(published).toMatch(/^[\x20-\x7e]*$/);
			for (const [string] of published.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
				const bytes = textBytes(string) ?? new Uint8Array();
				expect(bytes.length).toBeLessThanOrEqual(255);
				expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).not.toThrow();
			}
			expect(textBytes(published)).toEqual(textBytes(parsed.value));
			expect(parseText(published)).toEqual(parsed);
		}),
	);
});

test("a text keeps all of its bytes", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
			const typed = `"${Array.from(bytes, (byte) => `\\${String(byte).padStart(3, "0")}`).join("")}"`;
			const stored = parseText(typed);
			if (!stored.ok) throw new Error(stored.error);
			expect(textBytes(stored.value)).toEqual(bytes);
			expect(textBytes(quoteText(stored.value))).toEqual(bytes);
			expect(parseText(stored.value)).toEqual(stored);
		}),
	);
	for (const broken of ['"\\25"', '"\\256"', '"\\2x5"']) expect(parseText(broken).ok).toBe(false);
});

test("a file that is not UTF-8 keeps the bytes of its texts", () => {
	const latin1 = Uint8Array.from(
		[...'x TXT "caf', 0xe9, ...'"'].map((c) => (typeof c === "string" ? c.charCodeAt(0) : c)),
	);
	expect(zoneFileText(latin1)).toBe('x TXT "caf\\233"');
	expect(zoneFileText(new TextEncoder().encode('x TXT "café"'))).toBe('x TXT "café"');
});

const a = (name: string, value = "192.0.2.1", ttl = 3600): ZoneRecord => ({
	type: "A",
	name,
	value,
	ttl,
	priority: null,
});
const cname = (name: string, value: string): ZoneRecord => ({ type: "CNAME", name, value, ttl: 3600, priority: null });
const mx = (value: string, priority = 10): ZoneRecord => ({ type: "MX", name: "@", value, ttl: 3600, priority });
const ns = (name: string): ZoneRecord => ({ type: "NS", name, value: "ns1.example.com", ttl: 3600, priority: null });

describe("a zone", () => {
	test.each<[string, Zone, ZoneRecord, RegExp | null]>([
		["takes a second address", [a("www")], a("www", "192.0.2.2"), null],
		["refuses the same record", [a("www")], a("www", "192.0.2.1", 60), /already exists/],
		["refuses an alias beside others", [a("www")], cname("www", "example.com"), /must be alone/],
		["refuses others beside an alias", [cname("www", "example.com")], a("www"), /can't have other records/],
		["refuses a second alias", [cname("www", "example.com")], cname("www", "example.org"), /already an alias/],
		["refuses mail to an alias", [cname("mail", "example.com")], mx(`mail.${origin}`), /is an alias/],
		["refuses an alias where mail goes", [mx(`mail.${origin}`)], cname("mail", "example.com"), /is an alias/],
		["refuses mail to the alias of a star", [mx(`mail.${origin}`), a("@")], cname("*", "example.com"), /is an alias/],
		["takes mail beside a star's alias", [mx(`mail.${origin}`), a("mail")], cname("*", "example.com"), null],
		["refuses an alias of itself", [], cname("www", `www.${origin}`), /back to itself/],
		["refuses a ring of aliases", [cname("one", `two.${origin}`)], cname("two", `one.${origin}`), /back to itself/],
		["refuses mail beside no mail", [mx(".", 0)], mx("mail.example.com"), /receives no email/],
		[
			"refuses records at a name handed over",
			[ns("shop")],
			{ ...mx("mail.example.com"), name: "shop" },
			/delegated to/,
		],
		["takes glue at a name handed over", [ns("shop")], a("shop"), null],
		["is never larger than its limit", Array.from({ length: 300 }, (_, i) => a(`n${i}`)), a("www"), /at most 300/],
	])("%s", (_, zone, record, message) => {
		const result = addRecord(zone, record, origin);
		if (message) expect(result).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
		else expect(result.ok).toBe(true);
	});

	test("has one TTL for all records of a set: the newest", () => {
		const result = addRecord([a("www", "192.0.2.1", 60)], a("www", "192.0.2.2", 300), origin);
		expect(result.ok && result.value.map(({ ttl }) => ttl)).toEqual([300, 300]);
	});

	const anyRecord = fc.oneof(
		fc
			.tuple(fc.constantFrom("@", "www", "mail", "*.x"), fc.integer({ min: 1, max: 4 }), fc.constantFrom(60, 3600))
			.map(([name, last, ttl]) => a(name, `192.0.2.${last}`, ttl)),
		fc.constantFrom("www", "mail", "x").map((name) => cname(name, "example.com")),
		fc.constantFrom("mail.example.com", `mail.${origin}`).map((host) => mx(host)),
	);

	test("built record by record always satisfies the rules, and each change can be undone", () => {
		fc.assert(
			fc.property(fc.array(anyRecord, { maxLength: 12 }), (records) => {
				let zone: Zone = [];
				for (const record of records) {
					const next = addRecord(zone, record, origin);
					if (!next.ok) continue;
					const change = diffZones(zone, next.value);
					const back = undoChange(next.value, change);
					expect(back && diffZones(zone, back)).toEqual({ removed: [], added: [] });
					zone = next.value;
					expect(checkZone(zone, origin).ok).toBe(true);
				}
				expect(removeRecords(zone, zone)).toEqual([]);
			}),
		);
	});
});
