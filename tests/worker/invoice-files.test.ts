import { beforeAll, expect, test } from "vitest";
import { invoiceCsv } from "~/features/orders/invoice-csv";
import { invoiceDocument } from "~/features/orders/invoice-document";
import { invoicePdf } from "~/features/orders/invoice-pdf.server";
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

test("an invoice's file names its parties, its lines and its sum, and every object lies where its table says", async () => {
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

test("what was paid, with what, and what is still to pay stand in the file", async () => {
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

test("an invoice says the rate that its tax was made with, whatever the rate is by now", async () => {
	const { text } = await fileOf({ ...invoice, tax: 16_00, taxBasisPoints: 1_600 });
	expect(text).toContain("Tax (16%)");
	const { sums } = invoiceDocument({ ...invoice, tax: 16_00, taxBasisPoints: 1_600 }, now, locale);
	expect(sums.map(({ label }) => label)).toContain("Tax (16%)");
});

test("names in any script and hostile texts make a file, Latin letters as they are", async () => {
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

test("a long invoice goes on over several pages, each with its number", async () => {
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

test("invoices come as a spreadsheet, days in the customer's zone and amounts as numbers", () => {
	const [head, first] = invoiceCsv(rows, now, "Africa/Nairobi").split("\r\n");
	expect(head).toBe(
		"\ufeffNumber,Status,Issued,Due,Paid,Currency,Subtotal,Discount,Tax,Shipping,Total,Paid from credit",
	);
	expect(first).toMatch(/^KK\d{10},Paid,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,USD,\d/);
});

/** The file as bytes-in-text, and what a reader finds in it by the fonts' own Unicode maps. */
async function fileOf(changed: Invoice): Promise<{ file: string; text: string }> {
	const bytes = await invoicePdf(invoiceDocument(changed, now, locale), locale.language, now);
	const file = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
	const object = (id: string) => file.match(new RegExp(`\\n${id} 0 obj\\n([\\s\\S]*?)\\nendobj`))?.[1] ?? "";
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
	return { file, text: shown.join("\n") };
}
