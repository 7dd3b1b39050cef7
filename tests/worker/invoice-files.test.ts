import { beforeAll, expect, test } from "vitest";
import { clothStripes } from "~/features/domains/cloth";
import { invoiceCsv } from "~/features/invoices/invoice-csv";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { invoicePdf } from "~/features/invoices/invoice-pdf.server";
import { testServices } from "../support/factories";
import { seededShop } from "../support/seeded";

type Invoice = Parameters<typeof invoiceDocument>[0];

const locale = { timezone: "Africa/Nairobi", language: "en-GB" };
const now = Date.UTC(2026, 10, 21, 9);
let invoice: Invoice;
let rows: Parameters<typeof invoiceCsv>[0];

beforeAll(async () => {
	const shop = await seededShop(now);
	const { billing } = testServices();
	rows = await billing.export(shop.demoSession.owner, { tab: "paid" });
	const [row] = shop.rows.invoices.filter(({ userId, paidAt }) => userId === shop.demo.id && paidAt);
	invoice = (await billing.invoice(shop.demoSession.owner, row?.id ?? "")) as Invoice;
});

test("an invoice's PDF names its parties, its lines and its total, and its object table is correct", async () => {
	const { file, text } = await fileOf(invoice);
	expect(file.startsWith("%PDF-1.7")).toBe(true);
	const table = Number(file.match(/startxref\n(\d+)/)?.[1]);
	expect(file.slice(table, table + 4)).toBe("xref");
	const starts = [...file.slice(table).matchAll(/(\d{10}) 00000 n/g)];
	expect(starts.length).toBeGreaterThan(8);
	starts.forEach(([, start], index) => {
		expect(file.slice(Number(start)).startsWith(`${index + 1} 0 obj`)).toBe(true);
	});
	for (const said of [`Invoice ${invoice.number}`, "Kikoa Limited", "KRA PIN", "Tujenge Studio", "Paid", "Total"])
		expect(text).toContain(said);
	for (const { description } of invoice.lines) expect(text).toContain(description.split(" ")[0]);
});

test("the file shows the amount paid, the payment method and the amount due", async () => {
	const paidAt = Date.UTC(2026, 10, 21, 9);
	const payments = [
		{ id: "led_1", receipt: "inv:0", amount: 30_00, paidAt, method: null, phone: null, cardName: null },
		{
			id: "led_2",
			receipt: "SKL4X9Q2MB",
			amount: 20_00,
			paidAt,
			method: "card" as const,
			phone: null,
			cardName: "Visa •••• 4242",
		},
	];
	const { text } = await fileOf({ ...invoice, state: "open", paidAt: null, creditUsed: 50_00, payments });
	expect(text).toContain("Credit, 21 Nov 2026");
	expect(text).toContain("Visa •••• 4242, 21 Nov 2026, receipt SKL4X9Q2MB");
	expect(text).toContain("−$30.00");
	expect(text).toContain("Still to pay");
});

test("an invoice shows the tax rate that it was made with, even after the rate has changed", async () => {
	const { text } = await fileOf({ ...invoice, tax: 16_00, taxBasisPoints: 1_600 });
	expect(text).toContain("Tax (16%)");
	const { sums } = invoiceDocument({ ...invoice, tax: 16_00, taxBasisPoints: 1_600 }, now, locale);
	expect(sums.map(({ label }) => label)).toContain("Tax (16%)");
});

test("names in any script and hostile texts make a valid file, with Latin letters unchanged", async () => {
	const names = ["Wambũi wa Ngũgĩ", "Ødegård & Søn (ÅÄÖ)", "Nguyễn Văn Ánh", "Łukasz Žižek", "e\u0301clair"];
	const strange = [
		"محمد علي",
		"王小明",
		"🦒🦒",
		") Tj ET (",
		"</script><!--",
		"a\u0000b\u2028c",
		"x".repeat(2_000),
		"",
	];
	for (const name of [...names, ...strange]) {
		const line = { id: "l", description: name, quantity: 1, unitAmount: 1, amount: 1 };
		const { text } = await fileOf({
			...invoice,
			billedTo: { name, email: `${name}@x.ke`, company: name },
			lines: [line],
		});
		if (names.includes(name)) expect(text).toContain(name.normalize("NFC"));
	}
	const renewals = ["bcher-kva", "80adxhks"].map((label) => ({
		...{ id: label, description: `Renewal of xn--${label}.com`, quantity: 1, unitAmount: 1, amount: 1 },
	}));
	const { text } = await fileOf({ ...invoice, lines: renewals });
	expect(text, "a name beyond a to z, where the face has its letters").toContain("Renewal of bücher.com");
	expect(text).toContain("Renewal of xn--80adxhks.com");
});

test("a long invoice continues on further pages, each with its number", async () => {
	const lines = Array.from({ length: 120 }, (_, index) => ({
		id: `l${index}`,
		description: `Domain number ${index}, one year`,
		quantity: 1,
		unitAmount: 100,
		amount: 100,
	}));
	const { file, text } = await fileOf({ ...invoice, lines });
	const pages = [...file.matchAll(/\/Type \/Page /g)].length;
	expect(pages).toBeGreaterThan(2);
	expect(text).toContain(`page ${pages} of ${pages}`);
	expect(text).toContain("Domain number 119");
});

test("a line about a domain begins with its cloth", async () => {
	const line = (description: string) => ({ id: description, description, quantity: 1, unitAmount: 100, amount: 100 });
	const { file } = await fileOf({
		...invoice,
		lines: [line("Registration of duka.co.ke, 1 year"), line("Starter package")],
	});
	const widths = [...file.matchAll(/ ([\d.]+) 9 re f$/gm)].map(([, width]) => 2 * Number(width));
	expect(widths).toEqual(clothStripes("duka.co.ke", "small").map(({ width }) => width));
});

test("a signed invoice's file says tax invoice, and shows the control unit and the QR code", async () => {
	const signature = {
		...{ controlUnit: "KRACU0100000001", receiptNumber: 7, internalData: "DATA7", signature: "SIGN7" },
		...{ signedAt: now, url: "https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=SIGN7" },
	};
	const document = { id: "fsd_1", invoiceId: invoice.id, creditNoteId: null, userId: invoice.userId, createdAt: now };
	const sent = { device: "etims", number: 7, content: null, sends: 1, failure: null };
	const fiscal = { ...document, ...sent, ...signature, state: "signed" as const };
	const [plain, signed] = await Promise.all([fileOf({ ...invoice, fiscal: null }), fileOf({ ...invoice, fiscal })]);
	expect(plain.text).not.toContain("Tax invoice");
	for (const said of [`Tax invoice ${invoice.number}`, "KRACU0100000001/7", "SIGN7", "DATA7", "etims.kra.go.ke"])
		expect(signed.text).toContain(said);
	const squares = ({ file }: typeof plain) => file.match(/ re f\n/g)?.length ?? 0;
	expect(squares(signed) - squares(plain)).toBeGreaterThan(200);
	const pending = await fileOf({ ...invoice, fiscal: { ...fiscal, state: "pending" } });
	expect(pending.text).not.toContain("Tax invoice");
});

test("every piece of a page has a structure tag or is marked as decoration", async () => {
	const lines = Array.from({ length: 40 }, (_, index) => ({
		...{ id: `l${index}`, description: `Domain number ${index}`, quantity: 1, unitAmount: 100, amount: 100 },
	}));
	const { file, object } = await fileOf({ ...invoice, lines });
	const pages = [...file.matchAll(/\n(\d+) 0 obj\n(<< \/Type \/Page .*)/g)];
	expect(pages.length).toBe(2);
	const root = file.match(/<< \/Type \/StructTreeRoot .*/)?.[0] ?? "";
	for (const [index, [, page, text = ""]] of pages.entries()) {
		expect(text).toContain(`/StructParents ${index} /Tabs /S`);
		const content = object(text.match(/\/Contents (\d+)/)?.[1]);
		const open: string[] = [];
		const ids: string[] = [];
		for (const line of content.split("\n").slice(1, -1)) {
			const begins = /^\/(\w+) (?:<< \/MCID (\d+) >> BDC|BMC)$/.exec(line);
			if (begins) {
				open.push(begins[1] ?? "");
				if (begins[2]) ids.push(begins[2]);
			} else if (line === "EMC") expect(open.pop()).toBeDefined();
			else if (!line.startsWith("<<") && line !== "stream")
				expect(open, `outside of any mark: ${line}`).toHaveLength(1);
		}
		expect(open).toEqual([]);
		expect(ids).toEqual(ids.map((_, id) => String(id)));
		// The reverse: each piece's tag lists that piece.
		const tags = root.match(new RegExp(`[[ ]${index} \\[([^\\]]*)\\]`))?.[1]?.match(/\d+(?= 0 R)/g) ?? [];
		expect(tags).toHaveLength(ids.length);
		for (const [id, tag] of tags.entries())
			expect(object(tag)).toContain(`<< /Type /MCR /Pg ${page} 0 R /MCID ${id} >>`);
	}
});

test("a screen reader finds a heading, lists and tables whose cells have headers", async () => {
	const { structure } = await fileOf(invoice);
	const [top, ...others] = structure;
	expect([top?.role, others]).toEqual(["Document", []]);
	expect(top?.children.map(({ role }) => role)).toEqual(["H1", "P", "P", "P", "P", "P", "L", "Table", "Table"]);
	const [lines, sums] = top?.children.slice(-2) ?? [];
	const [head, body] = lines?.children ?? [];
	expect([head?.role, body?.role]).toEqual(["THead", "TBody"]);
	const names = head?.children[0]?.children ?? [];
	expect(names.map(({ role, scope }) => `${role} ${scope}`)).toEqual(Array(4).fill("TH Column"));
	expect(body?.children).toHaveLength(invoice.lines.length);
	for (const row of body?.children ?? []) expect(row.children.map(({ role }) => role)).toEqual(Array(4).fill("TD"));
	expect(sums?.children.length).toBeGreaterThan(2);
	for (const row of sums?.children ?? [])
		expect(row.children.map(({ role, scope }) => `${role} ${scope}`)).toEqual(["TH Row", "TD null"]);
});

test("the file declares PDF/A-3a and PDF/UA-1, and has what they require", async () => {
	const { file, object } = await fileOf(invoice);
	const catalog = file.match(/<< \/Type \/Catalog .*/)?.[0] ?? "";
	expect(catalog).toContain("/MarkInfo << /Marked true >>");
	expect(catalog).toContain("/Lang <FEFF0065006E>");
	expect(catalog).toContain("/DisplayDocTitle true");
	const metadata = object(catalog.match(/\/Metadata (\d+)/)?.[1]);
	for (const said of [
		"<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>",
		"<pdfuaid:part>1</pdfuaid:part>",
		`<rdf:li xml:lang="x-default">Invoice ${invoice.number}</rdf:li>`,
		"<xmp:CreateDate>2026-11-21T09:00:00Z</xmp:CreateDate>",
	])
		expect(metadata).toContain(said);
	expect(file).toContain("/CreationDate (D:20261121090000Z)");
	expect(file).toMatch(/trailer\n<< .* \/ID \[<([0-9a-f]{32})> <\1>\] >>/);
	expect(catalog).toMatch(
		/\/OutputIntents \[<< \/Type \/OutputIntent \/S \/GTS_PDFA1 .*\/DestOutputProfile \d+ 0 R >>\]/,
	);
	const fonts = [...file.matchAll(/\/Type \/Font \/Subtype \/Type0/g)].length;
	expect([...file.matchAll(/\/FontFile2 /g)].length).toBe(fonts);
	expect([...file.matchAll(/\/ToUnicode /g)].length).toBe(fonts);
	expect(file).not.toMatch(/\/Encrypt|\/JavaScript|\/CA |\/ca |\/SMask/);
});

test("the file has the invoice's data as an attachment", async () => {
	const { file, object } = await fileOf(invoice);
	const listed = file.match(/\/AF \[(\d+) 0 R\] \/Names << \/EmbeddedFiles << \/Names \[\(([\w.]+)\) (\d+) 0 R\]/);
	expect(listed?.slice(2)).toEqual([`${invoice.number}.json`, listed?.[1]]);
	const specification = object(listed?.[1]);
	expect(specification).toContain("/AFRelationship /Data");
	const stream = object(specification.match(/\/EF << \/F (\d+)/)?.[1]);
	const [, size, body = ""] = /\/Params << \/Size (\d+)[\s\S]*?stream\n([\s\S]*)\nendstream/.exec(stream) ?? [];
	expect(stream).toContain("/Subtype /application#2Fjson");
	expect(body.length).toBe(Number(size));
	const data = JSON.parse(new TextDecoder().decode(Uint8Array.from(body, (character) => character.charCodeAt(0))));
	expect(data).toMatchObject({ number: invoice.number, currency: invoice.currency, total: invoice.total });
	expect(data.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(invoice.subtotal);
	expect(data.issuedAt).toBe(new Date(invoice.issuedAt).toISOString());
	expect(data.buyer).toEqual(invoice.billedTo);
});

test("invoices export as a spreadsheet, with days in the customer's time zone and amounts as numbers", () => {
	const [head, first] = invoiceCsv(rows, now, "Africa/Nairobi").split("\r\n");
	expect(head).toBe(
		"\ufeffNumber,Status,Issued,Due,Paid,Currency,Subtotal,Discount,Tax,Shipping,Rounding,Total,Paid from credit",
	);
	const kenyan = {
		...rows[0],
		currency: "KES" as const,
		subtotal: 38_900,
		discount: 0,
		tax: 3_112,
		shipping: 0,
	} as never;
	const [, cents] = invoiceCsv([{ ...(kenyan as object), total: 42_012, creditUsed: 0 } as never], now, "UTC").split(
		"\r\n",
	);
	expect(cents).toMatch(/,KES,389,0,31.12,0,-0.12,420,0$/);
	expect(first).toMatch(/^KK\d{10},Paid,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,USD,\d/);
});

interface Tag {
	role: string;
	scope: string | null;
	children: Tag[];
}

/** The file as a string with one character per byte, its text read through the fonts' Unicode maps, and its structure. */
async function fileOf(changed: Invoice) {
	const bytes = await invoicePdf(changed, locale, now);
	const file = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
	const object = (id = "") => file.match(new RegExp(`\\n${id} 0 obj\\n([\\s\\S]*?)\\nendobj`))?.[1] ?? "";
	const tagsOf = (text: string): Tag[] =>
		(
			text
				.match(/\/K \[(.*)\]/)?.[1]
				?.replace(/<<.*?>>/g, "")
				.match(/\d+(?= 0 R)/g) ?? []
		).map((id) => {
			const element = object(id);
			const scope = element.match(/\/Scope \/(\w+)/)?.[1] ?? null;
			return { role: element.match(/\/S \/(\w+)/)?.[1] ?? "", scope, children: tagsOf(element) };
		});
	const maps = new Map<string, Map<string, string>>();
	for (const [, name = "", id = ""] of file.matchAll(/\/(FamiljenGrotesk[\w-]+) (\d+) 0 R/g)) {
		const map = object(object(id).match(/ToUnicode (\d+)/)?.[1] ?? "");
		const pairs = [...map.matchAll(/<([0-9A-F]{4})> <([0-9A-F]{4})>/g)];
		maps.set(
			name,
			new Map(pairs.map(([, glyph = "", code = ""]) => [glyph, String.fromCharCode(Number.parseInt(code, 16))])),
		);
	}
	const shown = [...file.matchAll(/BT ([\s\S]*?)ET/g)].map(([, run = ""]) =>
		[...run.matchAll(/\/(\S+) \S+ Tf <([0-9a-f]*)> Tj/g)]
			.map(([, font = "", glyphs = ""]) =>
				(glyphs.match(/.{4}/g) ?? []).map((glyph) => maps.get(font)?.get(glyph.toUpperCase()) ?? "?").join(""),
			)
			.join(""),
	);
	const structure = tagsOf((file.match(/<< \/Type \/StructTreeRoot .*/)?.[0] ?? "").replace(/\/ParentTree .*/, ""));
	return { file, object, structure, text: shown.join("\n") };
}
