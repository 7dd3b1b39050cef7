import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatZoneFile } from "~/features/dns/format-zone-file";
import { caaTags, type RecordType, recordTypes } from "~/features/dns/record";
import { parseRecord, type RecordInput } from "~/features/dns/record-input";
import { addRecord, type Zone } from "~/features/dns/zone";
import { importZone } from "~/features/dns/zone-file";
import { anyText } from "../support/any-text";
import { bindProblem, checkzone } from "../support/checkzone";
import { zoneFiles } from "../support/zone-files";

const origin = "neema.co.ke";
const withBind = test.skipIf(!checkzone);

const names = [
	...[
		"@",
		"www",
		"*",
		"*.shop",
		"_dmarc",
		"_sip._tcp",
		"a.b.c",
		"bücher",
		"xn--bcher-kva",
		"москва",
		"a-b",
		"1",
		"x_y",
	],
	...[
		"\ufe0f",
		"\u034f",
		"\u180b",
		"a\ufe0fb",
		"\u200d",
		"\u00ad",
		"\u115f",
		"i\u0307",
		"ß",
		"a.\ufe0f.b",
		"\ufe0f.www",
	],
	...["a".repeat(63), `${"a.".repeat(110)}a`, "-", "a\\b", 'a"b', "a;b", "$x", "(", "ü-"],
];
const values: Readonly<Record<RecordType, readonly string[]>> = {
	A: ["192.0.2.1", "0.0.0.0", "255.255.255.255"],
	AAAA: ["2001:db8::1", "::", "::ffff:192.0.2.1"],
	CNAME: ["example.com", "@", "_a.example.com", "www.neema.co.ke", "a.\ufe0f.example"],
	MX: ["mail.example.com", ".", "mail.neema.co.ke", "_a.example.com", "\u034f.example"],
	TXT: ["text", '"\\200\\000"', '"a\\"b"', "back\\slash", 'open"', "é", ";", "x".repeat(4000), '""', '" a "', "a  b"],
	NS: ["ns1.example.com", "ns1.shop.neema.co.ke", "_a.example.com"],
	SRV: ["sip.example.com", ".", "_a.example.com"],
	CAA: [
		"letsencrypt.org",
		";",
		"a.b; c=\\",
		'a.b; c="d"',
		"mailto:a@b.c",
		"https://x.y/\\",
		'mailto:a\\"@b.c',
		"a\\",
		'"',
	],
};

const edge = <T>(type: readonly T[], longest: number) => fc.oneof(fc.constantFrom(...type), anyText(longest));
const wish: fc.Arbitrary<RecordInput> = fc.constantFrom(...recordTypes).chain((type) =>
	fc.record({
		type: fc.constant(type),
		name: type === "SRV" ? fc.constantFrom("_sip._tcp", "_a._udp.x", "*._b._tcp") : edge(names, 12),
		ttl: fc.constantFrom("60", "3600", "604800"),
		value: edge(values[type], 40) as fc.Arbitrary<string>,
		priority: fc.constantFrom("0", "10", "65535"),
		weight: fc.constantFrom("0", "65535"),
		port: fc.constantFrom("0", "443"),
		flags: fc.constantFrom("0", "128"),
		tag: fc.constantFrom(...caaTags),
	}),
);

/** The result of saving each record. */
function zoneOf(wishes: readonly RecordInput[]): Zone {
	let zone: Zone = [];
	for (const input of wishes) {
		const record = parseRecord(input, origin);
		const next = record.ok ? addRecord(zone, record.value, origin) : null;
		if (next?.ok) zone = next.value;
	}
	return zone;
}

withBind("BIND loads every zone that can be saved", { timeout: 60_000 }, async () => {
	const every = recordTypes.flatMap((type) =>
		[...values[type].entries()].map(([index, value]) => ({
			...{ type, value, name: type === "SRV" ? `_sip._tcp.n${index}` : `${type.toLowerCase()}${index}` },
			...{ ttl: "3600", priority: "0", weight: "0", port: "0", flags: "0" },
			tag: value.includes(":") ? "iodef" : "issue",
		})),
	);
	const named = names.map((name) => ({ ...every[0], type: "TXT" as const, name, value: "x" }) as RecordInput);
	expect(await bindProblem(origin, formatZoneFile(zoneOf([...every, ...named]), origin), true)).toBeNull();
	await fc.assert(
		fc.asyncProperty(fc.array(wish, { minLength: 10, maxLength: 40 }), async (wishes) => {
			expect(await bindProblem(origin, formatZoneFile(zoneOf(wishes), origin), true)).toBeNull();
		}),
		{ numRuns: 60 },
	);
});

const nothing = "This file has no records.";

withBind(
	"an import takes and refuses the same files as BIND, but for the differences that are documented",
	{
		timeout: 60_000,
	},
	async () => {
		const table = readFileSync(new URL("../../docs/zone-files.md", import.meta.url), "utf8");
		expect(zoneFiles.length).toBeGreaterThanOrEqual(150);
		expect(new Set(zoneFiles).size).toBe(zoneFiles.length);
		const verdicts = await Promise.all(
			zoneFiles.map(async (file) => {
				const imported = importZone([], file, "replace", origin);
				// If every record of a file is left out, there is nothing to import and no error.
				const ours = imported.ok || imported.errors.every(({ message }) => message === nothing);
				const problem = await bindProblem(origin, file);
				const saved = imported.ok ? await bindProblem(origin, formatZoneFile(imported.zone, origin), true) : null;
				return { file, ours, bind: problem === null, saved };
			}),
		);
		expect(verdicts.filter(({ saved }) => saved !== null)).toEqual([]);
		const row = ({ file, ours, bind }: (typeof verdicts)[number]) =>
			`| \`${shown(file)}\` | ${bind ? "loads" : "refuses"} | ${ours ? "takes" : "refuses"} |`;
		const differing = verdicts.filter(({ ours, bind }) => ours !== bind).map(row);
		const documented = [...table.matchAll(/^\| (`.*?`) +\| (\w+) +\| (\w+) +\|/gm)].map(
			([, file, bind, ours]) => `| ${file} | ${bind} | ${ours} |`,
		);
		expect(differing.toSorted()).toEqual(documented.toSorted());
	},
);

/** Shortens long runs of one character, to fit into a table. */
const shown = (file: string) =>
	file
		.replaceAll("\n", "⏎")
		.replaceAll("|", "\\|")
		.replace(/(.)\1{20,}/g, (run, character: string) => `${character}×${run.length}`);
