import { expect, test } from "vitest";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { kenya } from "~/lib/dates";

const now = Date.UTC(2026, 10, 21);

const payment = (amount: number) => ({
	id: `led_${amount}`,
	receipt: "SKL4X9Q2MB",
	amount,
	paidAt: now,
	method: "mpesa" as const,
	phone: "+254712345678",
	cardName: null,
});

/** An invoice of Ksh 1,890.50 with these differences. */
const anInvoice = (
	changes: Partial<Parameters<typeof invoiceDocument>[0]> = {},
	ways?: Parameters<typeof invoiceDocument>[3],
) =>
	invoiceDocument(
		{
			id: "inv_1",
			number: "KK2026000001",
			orderId: "ord_1",
			userId: "usr_1",
			state: "paid",
			writtenOffAt: null,
			currency: "KES",
			subtotal: 175_000,
			discount: 0,
			tax: 14_050,
			taxBasisPoints: 800,
			shipping: 0,
			total: 189_050,
			creditUsed: 0,
			billedTo: { name: "Amina Otieno", email: "amina@example.com" },
			issuedAt: now,
			dueAt: now,
			deliveredAt: now,
			payLinkRound: 0,
			paidAt: now,
			lines: [],
			payments: [],
			creditNotes: [],
			fiscal: null,
			...changes,
		},
		now,
		kenya,
		ways,
	);

const amounts = ({ payments }: ReturnType<typeof anInvoice>) => payments.map(({ label, text }) => `${label}: ${text}`);

const lastSum = ({ sums, total }: ReturnType<typeof anInvoice>) => [sums.at(-1)?.label, sums.at(-1)?.text, total];
const rounded = "Rounded down for M-Pesa";

test("cents that are not charged are a line before the total, so that the invoice adds up", () => {
	const paid = anInvoice({ payments: [payment(189_000)] });
	expect(amounts(paid)).toEqual(["M-Pesa +254712345678: −Ksh 1,890"]);
	expect(lastSum(paid)).toEqual([rounded, "−Ksh 0.50", "Ksh 1,890"]);
	const inFull = anInvoice({ payments: [payment(189_050)] });
	expect(lastSum(inFull)).toEqual(["Tax (8%)", "Ksh 140.50", "Ksh 1,890.50"]);
});

test("an open invoice states the amount that the pay page charges", () => {
	const open = anInvoice({ state: "open", paidAt: null, creditUsed: 100_000, payments: [payment(100_000)] });
	expect(amounts(open)).toEqual(["M-Pesa +254712345678: −Ksh 1,000"]);
	expect(open.toPay).toBe("Ksh 890");
	expect(lastSum(open)).toEqual([rounded, "−Ksh 0.50", "Ksh 1,890"]);
	const dollars = anInvoice({ state: "open", paidAt: null, currency: "USD" });
	expect([dollars.toPay, dollars.total]).toEqual(["$1,890.50", "$1,890.50"]);
});

test("an open invoice says how to pay it from the M-Pesa menu, if there is a paybill", () => {
	const open = { state: "open", paidAt: null } as const;
	const ways = { paybill: "174379", bankAccount: null };
	const [block] = anInvoice(open, ways).howToPay;
	expect(block?.slice(1)).toEqual(["Pay Bill 174379", "Account number KK2026000001"]);
	expect(anInvoice(open).howToPay).toEqual([]);
	expect(anInvoice({}, ways).howToPay, "paid").toEqual([]);
});

test("an open invoice says where to transfer the money, with its number as the reference", () => {
	const bankAccount = {
		bank: "Example Bank",
		branch: "Kimathi Street",
		name: "Kikoa Limited",
		number: "1234567890",
		swift: "EXAMKENA",
		currency: "KES",
	} as const;
	const [block] = anInvoice({ state: "open", paidAt: null }, { paybill: null, bankAccount }).howToPay;
	expect(block).toEqual([
		"To pay by bank transfer:",
		"Bank Example Bank",
		"Branch Kimathi Street",
		"Account name Kikoa Limited",
		"Account number 1234567890",
		"SWIFT code EXAMKENA",
		"Reference KK2026000001",
	]);
});

test("a cancelled invoice shows nothing paid, because its credit was returned", () => {
	const cancelled = anInvoice({ state: "void", paidAt: null, payments: [payment(189_050)] });
	expect([cancelled.payments, cancelled.toPay]).toEqual([[], null]);
});

test("only amounts other than zero are listed between subtotal and total", () => {
	expect(anInvoice().sums.map(({ label }) => label)).toEqual(["Subtotal", "Tax (8%)"]);
	const all = anInvoice({ discount: 10_000, shipping: 599 });
	expect(all.sums.map(({ label, text }) => `${label}: ${text}`)).toEqual([
		"Subtotal: Ksh 1,750",
		"Discount: −Ksh 100",
		"Tax (8%): Ksh 140.50",
		"Shipping: Ksh 5.99",
	]);
});
