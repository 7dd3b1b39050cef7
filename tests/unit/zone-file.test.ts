import fc from "fast-check";
import { expect, test } from "vitest";
import { formatZoneFile } from "~/features/dns/format-zone-file";
import { compareRecords, type RecordType, recordTypes } from "~/features/dns/record";
import { parseRecord } from "~/features/dns/record-input";
import { addRecord, replaceRecord, type Zone } from "~/features/dns/zone";
import { importZone, readZoneFile } from "~/features/dns/zone-file";
import { anyText } from "../support/any-text";

const origin = "neema.co.ke";
const read = (text: string) => {
	const { records, notes, errors } = readZoneFile(text, origin);
	return { records: records.map(({ record }) => record), notes, errors };
};

test("a zone file of another provider can be read: origins, brackets, comments, units, repeated names", () => {
	const file = `\ufeff$ORIGIN neema.co.ke.
$TTL 1h ; the usual
@  IN SOA ns1.other.example. hostmaster.other.example. (
       2026112101 ; serial
       7200 3600 1209600 3600 )
@        IN NS   ns1.other.example.
@        300 IN A 192.0.2.1
         IN 300 A 192.0.2.2
www      IN CNAME @
mail     1h30m A 192.0.2.3
@        MX 10 mail
         MX 20 mx.backup.example.
@        TXT "v=spf1 include:_spf.example.com ; not a comment" " -all"
_dmarc   TXT ( "v=DMARC1;"
               " p=none" )
_sip._tcp SRV 0 5 5060 mail
@        CAA 0 issue "letsencrypt.org"
$ORIGIN shop.neema.co.ke.
api      AAAA 2001:DB8::1
key      TLSA 3 1 1 abcdef
`;
	const { records, notes, errors } = read(file);
	expect(errors).toEqual([]);
	expect(records.map(({ type, name, value, ttl, priority }) => [type, name, value, ttl, priority])).toEqual([
		["A", "@", "192.0.2.1", 300, null],
		["A", "@", "192.0.2.2", 300, null],
		["CNAME", "www", "neema.co.ke", 3600, null],
		["A", "mail", "192.0.2.3", 5400, null],
		["MX", "@", "mail.neema.co.ke", 3600, 10],
		["MX", "@", "mx.backup.example", 3600, 20],
		["TXT", "@", "v=spf1 include:_spf.example.com ; not a comment -all", 3600, null],
		["TXT", "_dmarc", "v=DMARC1; p=none", 3600, null],
		["SRV", "_sip._tcp", "5 5060 mail.neema.co.ke", 3600, 0],
		["CAA", "@", '0 issue "letsencrypt.org"', 3600, null],
		["AAAA", "api.shop", "2001:db8::1", 3600, null],
	]);
	expect(notes.map(({ line }) => line)).toEqual([3, 6, 20]);
});

test("a record with an automatic or unusable TTL is still imported", () => {
	const { records, notes, errors } = read(`$TTL 1
auto A 192.0.2.1
none 0 A 192.0.2.2
month 30d A 192.0.2.3
`);
	expect(errors).toEqual([]);
	expect(records.map(({ name, ttl }) => [name, ttl])).toEqual([
		["auto", 3600],
		["none", 60],
		["month", 604_800],
	]);
	expect(notes).toEqual([
		{ line: 3, message: "We don't support a TTL of 0, so this record gets 60." },
		{ line: 4, message: "We don't support a TTL of 2592000, so this record gets 604800." },
	]);
});

test("unsupported types, escaped names and unusual CAA tags don't stop the other records", () => {
	const { records, notes, errors } = read(`afs AFSDB 1 afs.example.com.
cert CERT PKIX 0 0 MIIB
\\119ww A 192.0.2.1
\\* A 192.0.2.2
two\\.labels A 192.0.2.3
       TXT "of the same name"
point CNAME a\\.b.example.com.
@ CAA 0 issuevmc "ca.example"
@ CAA 0 issue ""
@ CAA 3 issue "ca.example; a=\\\\b"
@ CAA 0 future "x"
@ TXT "caf\\233 \\000"
`);
	expect(errors).toEqual([]);
	expect(records.map(({ type, name, value }) => [type, name, value])).toEqual([
		["A", "www", "192.0.2.1"],
		["A", "*", "192.0.2.2"],
		["CAA", "@", '0 issuevmc "ca.example"'],
		["CAA", "@", '0 issue ";"'],
		["CAA", "@", '0 issue "ca.example; a=\\b"'],
		["TXT", "@", '"caf\\233 \\000"'],
	]);
	expect(notes.map(({ line }) => line)).toEqual([1, 2, 5, 6, 7, 11]);
	const back = read(formatZoneFile(records, origin));
	expect(back.records.toSorted(compareRecords)).toEqual(records.toSorted(compareRecords));
});

test("a secondary server's file, which starts at the root, can be read", () => {
	const { records, errors } = read(`$ORIGIN .
$TTL 86400
neema.co.ke IN SOA ns1.other.example. hostmaster.other.example. (1 2 3 4 5)
            NS  ns1.other.example.
            MX  10 mail.neema.co.ke.
$ORIGIN neema.co.ke.
www         CNAME neema.co.ke.
`);
	expect(errors).toEqual([]);
	expect(records.map(({ type, name, value }) => [type, name, value])).toEqual([
		["MX", "@", "mail.neema.co.ke"],
		["CNAME", "www", "neema.co.ke"],
	]);
});

test.each<[string, number, RegExp]>([
	["www A 300.1.1.1", 1, /IPv4/],
	["; fine\nwww A 192.0.2.1\nwww MX mail.example.com.", 3, /not complete/],
	["www BANANA 1", 1, /not a record type/],
	["www", 1, /not complete/],
	['x TXT "\\256"', 1, /three digits/],
	["x\\25 TXT a", 1, /three digits/],
	['x TXT "open', 1, /quotation mark/],
	["x A ( 192.0.2.1", 1, /not closed/],
	["x A 192.0.2.1 )", 1, /without an opening/],
	["$INCLUDE other.zone", 1, /don't support \$INCLUDE/],
	["$GENERATE 1-9 h$ A 10.0.0.$", 1, /don't support \$GENERATE/],
	["www.example.com. A 192.0.2.1", 1, /outside/],
])("%j is refused with its line", (text, line, message) => {
	expect(read(text).errors).toMatchObject([{ line, message: expect.stringMatching(message) }]);
});

const zoneA: Zone = [
	{ type: "A", name: "@", value: "192.0.2.1", ttl: 3600, priority: null },
	{ type: "CNAME", name: "www", value: origin, ttl: 3600, priority: null },
];

test("merging keeps existing records, replacing does not, and a conflict is reported with its line", () => {
	const names = (text: string, mode: "merge" | "replace") => {
		const imported = importZone(zoneA, text, mode, origin);
		return imported.ok ? imported.zone.map(({ type, name }) => `${type} ${name}`).toSorted() : imported.errors;
	};
	expect(names("mail A 192.0.2.9", "merge")).toEqual(["A @", "A mail", "CNAME www"]);
	expect(names("mail A 192.0.2.9", "replace")).toEqual(["A mail"]);
	expect(names("\nwww A 192.0.2.9", "merge")).toMatchObject([{ line: 2, message: expect.stringMatching(/alias/) }]);
	expect(names("www A 192.0.2.9", "replace")).toEqual(["A www"]);
	expect(names("; nothing", "merge")).toMatchObject([{ message: "This file has no records." }]);
	const many = Array.from({ length: 301 }, (_, index) => `n${index} A 192.0.2.1`).join("\n");
	expect(names(many, "replace")).toMatchObject([{ message: expect.stringMatching(/at most 300/) }]);
});

const values: Readonly<Record<RecordType, string>> = {
	...{ A: "192.0.2.1", AAAA: "2001:db8::1", CNAME: "example.com", MX: "mail.example.com", TXT: "" },
	...{ NS: "ns1.example.com", SRV: "sip.example.com", CAA: "letsencrypt.org" },
};

test("a second SPF record of a name is a warning in a file, and refused in the form", () => {
	const spf = (value: string, name = "@") => ({ type: "TXT" as const, name, value, ttl: 300, priority: null });
	const file = `@ 300 TXT "v=spf1 include:a.example.com -all"\n@ 300 TXT "v=spf10 other"\n@ 300 TXT "V=SPF1 mx -all"\nshop 300 TXT "v=spf1 -all"`;
	const read = importZone([], file, "replace", origin);
	expect(read).toMatchObject({
		ok: true,
		notes: [{ line: 3, message: expect.stringContaining("neema.co.ke has several SPF records") }],
	});
	if (!read.ok) throw new Error("not read");
	expect(read.zone).toHaveLength(4);
	const merged = importZone(read.zone, `www 300 A 192.0.2.1`, "merge", origin);
	expect(merged, "only records of the file have a line").toMatchObject({ ok: true, notes: [] });

	const [first, second] = [spf("v=spf1 mx -all"), spf("v=spf1 a -all")];
	expect(addRecord([first], second, origin)).toMatchObject({
		ok: false,
		error: { message: expect.stringContaining("neema.co.ke already has an SPF record") },
	});
	expect(addRecord([first], spf("v=spf1 -all", "shop"), origin).ok).toBe(true);
	expect(addRecord([first], spf("v=spf1 mx -all"), origin)).toMatchObject({
		error: { message: "This record already exists." },
	});
	expect(replaceRecord([first, second], first, spf("v=spf1 mx a -all"), origin).ok, "to merge two").toBe(true);
	expect(replaceRecord([first, spf("text")], spf("text"), second, origin).ok).toBe(false);
});

test("an exported zone reads back as the same zone", () => {
	const record = fc.record({
		type: fc.constantFrom(...recordTypes),
		label: fc.constantFrom("@", "www", "*.shop", "a-b.c", "xn--bcher-kva"),
		text: fc.string({ unit: "grapheme", maxLength: 300 }),
		ttl: fc.integer({ min: 60, max: 604_800 }),
		number: fc.integer({ min: 0, max: 65_535 }),
	});
	fc.assert(
		fc.property(fc.array(record, { maxLength: 10 }), (wishes) => {
			let zone: Zone = [];
			for (const { type, label, text, ttl, number } of wishes) {
				const n = String(number);
				const parsed = parseRecord(
					{
						...{ type, ttl: String(ttl), priority: n, weight: n, port: n, flags: "0", tag: "issue" },
						name: type === "SRV" ? "_sip._tcp" : label,
						value: type === "TXT" ? text : values[type],
					},
					origin,
				);
				const next = parsed.ok ? addRecord(zone, parsed.value, origin) : null;
				if (next?.ok) zone = next.value;
			}
			const back = read(formatZoneFile(zone, origin));
			expect(back.errors).toEqual([]);
			expect(back.records.toSorted(compareRecords)).toEqual(zone.toSorted(compareRecords));
		}),
	);
});

test("no file makes the reader throw or take long", () => {
	fc.assert(fc.property(anyText(400), (text) => void read(text)));
	const start = performance.now();
	read(`x TXT ${'"\\'.repeat(60_000)}`);
	read("( ".repeat(60_000));
	const many = Array.from({ length: 60_000 }, (_, n) => `h${n} A 192.0.2.1`).join("\n");
	expect(importZone([], many, "merge", "duka.co.ke")).toMatchObject({
		ok: false,
		errors: [{ message: "A domain can have at most 300 records, and this file has more." }],
	});
	expect(read("x WRONG\n".repeat(60_000)).errors).toHaveLength(100);
	expect(performance.now() - start).toBeLessThan(1_000);
});
