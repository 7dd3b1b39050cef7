import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { creditNotes, fiscalDevices, fiscalDocuments, invoices, outbox } from "~/db/schema";
import { fiscalDocumentId } from "~/features/fiscal/fiscal.repo.server";
import { creditNoteData, creditNoteSheet } from "~/features/invoices/credit-note-document";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { kenya } from "~/lib/dates";
import { HOUR, MINUTE } from "~/lib/durations";
import { formatMoney, money } from "~/lib/money";
import { createEtimsSigner } from "~/platform/fiscal/etims/etims-signer";
import type { FiscalDocument } from "~/platform/fiscal/fiscal-signer";
import { createEtimsServer, etimsAccount } from "../services/etims";
import { quietServices, registration } from "../support/orders";
import { aPaidInvoice, creditNotesOf, refund } from "../support/refunds";
import { anOwner } from "../support/staff";

const db = createDatabase(env.DB);

beforeEach(async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	// Documents of other tests would come first.
	await db.orm.delete(fiscalDocuments);
	await db.orm.delete(fiscalDevices);
	await db.orm.delete(outbox).where(eq(outbox.kind, "mail.staff-task"));
	return () => vi.restoreAllMocks();
});

/** An eTIMS of the test's own, and services whose invoices it signs. `pass` moves the clock. */
function anEtims() {
	let now = Date.UTC(2026, 10, 23, 8);
	const clock = () => now;
	const server = createEtimsServer({ clock });
	const signer = createEtimsSigner({
		...{ ...etimsAccount, timeoutMs: 300 },
		fetch: (url, init) => server.fetch(new Request(url, init)),
	});
	const newServices = () => quietServices({ clock, fiscalSigner: signer });
	const services = newServices();
	const documentOf = async (invoiceId: string, creditNoteId?: string) => {
		const id = fiscalDocumentId({ invoiceId, ...(creditNoteId && { creditNoteId }) });
		const [row] = await db.read(db.orm.select().from(fiscalDocuments).where(eq(fiscalDocuments.id, id)));
		if (!row) throw new Error("no document");
		return row;
	};
	return {
		...{ server, signer, services, newServices, documentOf, clock },
		pass: (ms: number) => {
			now += ms;
		},
		sign: async (invoiceId: string) => services.fiscal.sign({ documentId: (await documentOf(invoiceId)).id }),
		/** The invoice as its customer sees it. */
		async shown({ invoiceId, user }: { invoiceId: string; user: { id: string } }) {
			const invoice = await services.billing.invoice({ userId: user.id }, invoiceId);
			if (!invoice) throw new Error("no invoice");
			return { invoice, document: invoiceDocument(invoice, now, kenya) };
		},
	};
}

const staffMails = () =>
	db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.kind, "mail.staff-task"), eq(outbox.state, "new"))),
	);

test("a paid invoice is signed once, and only then is it called a tax invoice", async () => {
	const etims = anEtims();
	const paid = await aPaidInvoice(etims.services);
	const before = await etims.shown(paid);
	expect([before.document.title, before.document.fiscal]).toEqual([`Invoice ${paid.number}`, { state: "pending" }]);
	expect(await etims.sign(paid.invoiceId)).toEqual({ state: "done" });
	expect(await etims.sign(paid.invoiceId)).toEqual({ state: "done" });
	expect(etims.server.sales).toHaveLength(1);
	const [{ sale }] = etims.server.sales as [(typeof etims.server.sales)[number]];
	const { invoice, document } = await etims.shown(paid);
	expect(sale).toMatchObject({
		...{ invcNo: 1, orgInvcNo: 0, trdInvcNo: paid.number, rcptTyCd: "S", pmtTyCd: "06", custTin: null },
		...{ totTaxblAmt: invoice.subtotal / 100, totTaxAmt: invoice.tax / 100, totAmt: invoice.total / 100 },
		itemList: invoice.lines.map(() => expect.objectContaining({ taxTyCd: "E" })),
	});
	expect(document.title).toBe(`Tax invoice ${paid.number}`);
	const url =
		"https://etims-sbx.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=P051234567X00SIGN000000000001";
	expect(document.fiscal).toMatchObject({ state: "signed", url, qr: { size: expect.any(Number) } });
	const facts = document.fiscal?.state === "signed" ? document.fiscal.facts : [];
	expect([facts.slice(0, 2), facts.at(-1)]).toEqual([
		[
			["Control unit", "KRACU0100000001"],
			["Control unit invoice number", "KRACU0100000001/1"],
		],
		["Signed total", formatMoney(money(invoice.total, "KES"), kenya.language)],
	]);
});

test("a credit note is signed after its invoice and cites the invoice's number", async () => {
	const etims = anEtims();
	const paid = await aPaidInvoice(etims.services);
	await refund(etims.services, paid.number, { amount: 300_00 });
	const [note] = await creditNotesOf(paid.invoiceId);
	const { id: documentId } = await etims.documentOf(paid.invoiceId, note?.id);
	// Its event may come first.
	expect(await etims.services.fiscal.sign({ documentId })).toEqual({ state: "done" });
	expect(etims.server.sales.map(({ sale }) => [sale.invcNo, sale.orgInvcNo, sale.rcptTyCd, sale.totAmt])).toEqual([
		[1, 0, "S", expect.any(Number)],
		[2, 1, "R", 300],
	]);
	const owner = { userId: paid.user.id };
	const stored = await etims.services.billing.creditNote(owner, {
		invoiceId: paid.invoiceId,
		creditNoteId: note?.id ?? "",
	});
	const { fiscal } = stored ? creditNoteSheet(stored, kenya) : { fiscal: null };
	expect(fiscal?.state === "signed" && fiscal.facts.at(-1)).toEqual(["Corrects", "KRACU0100000001/1"]);
});

test("a credit note has its part of the delivery as a line without tax", async () => {
	const etims = anEtims();
	const paid = await aPaidInvoice(etims.services);
	await refund(etims.services, paid.number);
	const [note] = await creditNotesOf(paid.invoiceId);
	if (!note) throw new Error("no credit note");
	// As if both had delivery.
	const { subtotal, discount } = (await etims.shown(paid)).invoice;
	const [shipping, net] = [350_00, subtotal - discount];
	await db.orm.update(invoices).set({ shipping }).where(eq(invoices.id, paid.invoiceId));
	const whole = { net: net + shipping, total: net + shipping + note.tax };
	await db.orm.update(creditNotes).set(whole).where(eq(creditNotes.id, note.id));
	const { id: documentId } = await etims.documentOf(paid.invoiceId, note.id);
	expect(await etims.services.fiscal.sign({ documentId })).toEqual({ state: "done" });
	const sale = etims.server.sales.at(-1)?.sale;
	expect(sale).toMatchObject({ taxblAmtD: 350, totTaxAmt: note.tax / 100, totAmt: whole.total / 100 });
	expect(sale?.itemList).toMatchObject([
		{ taxblAmt: net / 100, taxAmt: note.tax / 100, dcAmt: 0 },
		{ itemNm: "Delivery", taxblAmt: 350, taxAmt: 0, dcAmt: 0 },
	]);
});

test("each of two credit notes cites its own one of a customer's two invoices", async () => {
	const { services, server, documentOf } = anEtims();
	const first = await aPaidInvoice(services);
	const { user } = first;
	const second = await aPaidInvoice(services, { items: [registration()], customer: user });
	// Neither in the order in which they were issued, nor the newest first.
	for (const [{ number, invoiceId }, amount] of [
		[second, 200_00],
		[first, 300_00],
	] as const) {
		await refund(services, number, { amount });
		const [note] = await creditNotesOf(invoiceId);
		const creditNoteId = note?.id ?? "";
		await services.fiscal.sign({ documentId: (await documentOf(invoiceId, creditNoteId)).id });
		const stored = await services.billing.creditNote({ userId: user.id }, { invoiceId, creditNoteId });
		expect(stored && creditNoteSheet(stored, kenya).subtitle).toBe(`For invoice ${number}`);
		expect(stored && creditNoteData(stored).invoice).toBe(number);
	}
	const signed = server.sales.map(({ sale }) => sale);
	const cited = signed
		.filter(({ orgInvcNo }) => orgInvcNo !== 0)
		.map(({ orgInvcNo }) => signed.find(({ invcNo }) => invcNo === orgInvcNo)?.trdInvcNo);
	expect(cited).toEqual([second.number, first.number]);
});

test("one request at a time goes to the device, however many runs there are", async () => {
	const etims = anEtims();
	etims.server.slow(10);
	const paid = [await aPaidInvoice(etims.services), await aPaidInvoice(etims.services)];
	const ids = await Promise.all(paid.map(async ({ invoiceId }) => (await etims.documentOf(invoiceId)).id));
	const runs = [...ids, ...ids, ...ids].map((documentId) => etims.newServices().fiscal.sign({ documentId }));
	const states = (await Promise.all(runs)).map(({ state }) => state);
	expect(states.every((state) => state === "done" || state === "postponed")).toBe(true);
	expect(etims.server.mostAtOnce()).toBe(1);
	expect(etims.server.sales.map(({ sale }) => sale.invcNo)).toEqual([1, 2]);
});

test.each(["lost", "late"] as const)(
	"an invoice whose answer is %s is looked up and not signed again",
	async (fault) => {
		const etims = anEtims();
		const paid = await aPaidInvoice(etims.services);
		etims.server.faults.plan(fault, ({ url }) => url.endsWith("saveTrnsSalesOsdc"));
		expect(await etims.sign(paid.invoiceId)).toMatchObject({ state: "postponed" });
		expect((await etims.shown(paid)).document.title).toBe(`Invoice ${paid.number}`);
		await etims.server.faults.finishLate();
		etims.pass(MINUTE);
		expect(await etims.sign(paid.invoiceId)).toEqual({ state: "done" });
		expect(etims.server.sales).toHaveLength(1);
		expect(await etims.documentOf(paid.invoiceId)).toMatchObject({
			state: "signed",
			number: 1,
			receiptNumber: 1,
			sends: 2,
		});
	},
);

test("a request that arrives after it was given up is found through its number", async () => {
	const etims = anEtims();
	const paid = await aPaidInvoice(etims.services);
	etims.server.faults.plan("late", ({ url }) => url.endsWith("saveTrnsSalesOsdc"));
	await etims.sign(paid.invoiceId);
	etims.pass(MINUTE);
	// The lookup finds nothing, then the first request arrives, and the second one is refused as a repetition.
	etims.server.faults.plan("error", ({ url }) => url.endsWith("selectInvoiceDetails"));
	expect(await etims.sign(paid.invoiceId)).toMatchObject({ state: "postponed" });
	etims.pass(2 * MINUTE);
	const { signer } = etims;
	const content = (await etims.documentOf(paid.invoiceId)).content as FiscalDocument;
	await etims.server.faults.finishLate();
	expect(await signer.sign(content)).toEqual({ state: "taken" });
	etims.server.hideReferences();
	expect(await etims.sign(paid.invoiceId)).toEqual({ state: "done" });
	expect(etims.server.sales).toHaveLength(1);
});

test.each(["silent", "error", "refuse"] as const)(
	"the fault %s keeps the order of the numbers, without gaps",
	async (fault) => {
		const etims = anEtims();
		const first = await aPaidInvoice(etims.services);
		etims.pass(1_000);
		const second = await aPaidInvoice(etims.services);
		etims.server.faults.plan(fault);
		expect(await etims.sign(first.invoiceId)).toMatchObject({ state: "postponed" });
		expect(await etims.sign(second.invoiceId)).toMatchObject({ state: "postponed" });
		expect(etims.server.sales).toEqual([]);
		etims.pass(MINUTE);
		expect(await etims.sign(second.invoiceId)).toEqual({ state: "done" });
		expect(etims.server.sales.map(({ sale }) => sale.trdInvcNo)).toEqual([first.number, second.number]);
	},
);

test("a number that the device has used for something else is skipped", async () => {
	const etims = anEtims();
	const one = await aPaidInvoice(etims.services);
	await etims.sign(one.invoiceId);
	// As after a restored backup: the device is ahead of our rows.
	await db.orm.delete(fiscalDevices);
	await db.orm.delete(fiscalDocuments);
	const two = await aPaidInvoice(etims.services);
	expect(await etims.sign(two.invoiceId)).toEqual({ state: "done" });
	expect(await etims.documentOf(two.invoiceId)).toMatchObject({ state: "signed", number: 2 });
	expect(etims.server.sales.map(({ sale }) => sale.trdInvcNo)).toEqual([one.number, two.number]);
});

test("a blocked device signs nothing until it works again, and staff get one email a day", async () => {
	const etims = anEtims();
	const paid = await aPaidInvoice(etims.services);
	etims.server.block(true);
	expect(await etims.sign(paid.invoiceId)).toMatchObject({ state: "postponed", reason: "901 It is not valid device" });
	etims.pass(HOUR);
	expect(await etims.sign(paid.invoiceId)).toMatchObject({ state: "postponed" });
	expect(await staffMails()).toHaveLength(1);
	expect(await etims.documentOf(paid.invoiceId)).toMatchObject({ state: "pending", number: 1 });
	etims.server.block(false);
	etims.pass(HOUR);
	expect(await etims.sign(paid.invoiceId)).toEqual({ state: "done" });
});

test("documents that wait for hours cause an email to staff, and the customer gets the tax invoice when it is signed", async () => {
	const etims = anEtims();
	const paid = await aPaidInvoice(etims.services);
	for (const _ of Array.from({ length: 8 })) {
		etims.server.faults.plan("silent");
		await etims.sign(paid.invoiceId);
		etims.pass(HOUR);
	}
	expect(await staffMails()).toHaveLength(1);
	expect(await etims.sign(paid.invoiceId)).toEqual({ state: "done" });
	const [mail] = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.userId, paid.user.id), eq(outbox.kind, "mail.tax-invoice"))),
	);
	await etims.services.outbox.deliver(mail?.id ?? "");
	const [sent] = ((await etims.services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === paid.user.email);
	expect(sent?.subject).toMatch(`Tax invoice ${paid.number}`);
});

test("a refused document leaves its number to the next one, and staff send it again", async () => {
	const etims = anEtims();
	const [first, second] = [await aPaidInvoice(etims.services), await aPaidInvoice(etims.services)];
	// A rate that KRA has no type for.
	await db.orm.update(invoices).set({ taxBasisPoints: 1_400 }).where(eq(invoices.id, first.invoiceId));
	await etims.sign(second.invoiceId);
	const refused = await etims.documentOf(first.invoiceId);
	expect(refused).toMatchObject({ state: "refused", number: null, failure: "KRA has no tax type for a rate of 14 %" });
	expect(etims.server.sales.map(({ sale }) => [sale.invcNo, sale.trdInvcNo])).toEqual([[1, second.number]]);
	expect((await etims.shown(first)).document.title).toBe(`Invoice ${first.number}`);
	await db.orm.update(invoices).set({ taxBasisPoints: 1_600 }).where(eq(invoices.id, first.invoiceId));
	expect(await etims.services.fiscal.retry(refused.id, await anOwner())).toEqual({
		ok: true,
		value: { state: "pending" },
	});
	expect(await etims.sign(first.invoiceId)).toEqual({ state: "done" });
	expect(await etims.documentOf(first.invoiceId)).toMatchObject({ state: "signed", number: 2 });
	expect(await etims.services.fiscal.retry(refused.id, await anOwner())).toMatchObject({ error: { kind: "conflict" } });
});

test("without a signer, paid invoices are not queued and are no tax invoices", async () => {
	const services = quietServices();
	const { invoiceId, user, number } = await aPaidInvoice(services);
	const invoice = await services.billing.invoice({ userId: user.id }, invoiceId);
	expect(invoice?.fiscal).toBeNull();
	expect(invoice && invoiceDocument(invoice, Date.now(), kenya).title).toBe(`Invoice ${number}`);
	expect(await db.read(db.orm.select().from(fiscalDocuments).where(eq(fiscalDocuments.invoiceId, invoiceId)))).toEqual(
		[],
	);
});

test("the device is checked with a call that changes nothing", async () => {
	const etims = anEtims();
	await etims.signer.probe();
	expect(etims.server.calls.map(({ path }) => path)).toEqual(["/selectBhfList"]);
	etims.server.block(true);
	await expect(etims.signer.probe()).rejects.toThrow("eTIMS refuses the device: 901");
});
