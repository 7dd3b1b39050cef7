import { expect, test } from "vitest";
import { type ImportedTransfer, recognise, type Transfer } from "~/features/payments/same-transfer";

const ownAccount = "1234567890";
const date = "2026-11-23";

const transfer = (receipt: string, text: string, rest: Partial<Transfer> = {}): Transfer => ({
	...{ receipt, date, otherDate: null, amount: 50_000, reference: "", text },
	...rest,
});

const imported = (one: Transfer, rest: Partial<ImportedTransfer> = {}): ImportedTransfer => ({
	...one,
	...{ format: "CSV", position: 1, sameAs: null, decision: "none" },
	...rest,
});

/** How each transfer of an MT940 file is recognised. */
const results = (transfers: readonly Transfer[], earlier: readonly ImportedTransfer[]) =>
	transfers.map(({ receipt }) => {
		const found = recognise(transfers, earlier, { format: "MT940", ownAccount }).get(receipt);
		return found?.state === "same" ? found.as : found?.state;
	});

test.each<[string, Transfer, Transfer]>([
	[
		"the same reference, written in another way",
		transfer("a", "EFT", { reference: "FT26327/ABC" }),
		transfer("b", "X", { reference: "ft26327abc" }),
	],
	[
		"a reference that the other file has in its text",
		transfer("a", "EFT FROM AMINA FT26327ABC"),
		transfer("b", "TRANSFER", { reference: "FT26327ABC" }),
	],
	["the same invoice", transfer("a", "KK2026000001 AMINA"), transfer("b", "INV KK 2026 000001")],
	["the same phone", transfer("a", "MPESA 254712345678 A OTIENO"), transfer("b", "254712345678 PAYMENT")],
	["the same text in another case", transfer("a", "Cash deposit"), transfer("b", "CASH DEPOSIT")],
	["a longer text", transfer("a", "EFT FROM AMINA OTIENO"), transfer("b", "TRF EFT FROM AMINA\nOTIENO HOSTING")],
	[
		"the value date as its date",
		transfer("a", "CASH DEPOSIT", { otherDate: "2026-11-24" }),
		transfer("b", "CASH DEPOSIT", { date: "2026-11-24" }),
	],
])("a transfer with %s is the one of the other format", (_, one, other) => {
	expect(results([other], [imported(one)])).toEqual(["a"]);
});

test.each<[string, Transfer]>([
	["another amount", transfer("b", "CASH DEPOSIT", { amount: 50_001 })],
	["another day", transfer("b", "CASH DEPOSIT", { date: "2026-11-29" })],
])("a transfer with %s is new", (_, other) => {
	expect(results([other], [imported(transfer("a", "CASH DEPOSIT"))])).toEqual(["new"]);
});

test("transfers for different invoices are two, whatever else is the same", () => {
	const one = transfer("a", "254712345678 KK2026000001");
	expect(results([transfer("b", "254712345678 KK2026000002")], [imported(one)])).toEqual(["new"]);
});

test("the number of our own account and dates say nothing about a transfer", () => {
	const one = transfer("a", "TO 1234567890 20261123 MARY");
	expect(results([transfer("b", "ACC 1234567890 ON 20261123 JOHN")], [imported(one)])).toEqual(["unsure"]);
});

test("nobody knows whether transfers with other texts are one, or those a day apart with the same text", () => {
	const one = imported(transfer("a", "CASH DEPOSIT"));
	expect(results([transfer("b", "WESTLANDS BRANCH")], [one])).toEqual(["unsure"]);
	expect(results([transfer("b", "CASH DEPOSIT", { date: "2026-11-24" })], [one])).toEqual(["unsure"]);
	expect(results([transfer("b", "WESTLANDS BRANCH", { date: "2026-11-24" })], [one])).toEqual(["new"]);
});

test("of two equal transfers of a day, each is paired once", () => {
	const two = [transfer("b", "CASH DEPOSIT"), transfer("b/2", "CASH DEPOSIT")];
	const first = imported(transfer("a", "Cash deposit"));
	const second = imported(transfer("a/2", "Cash deposit"), { position: 2 });
	expect(results(two, [first])).toEqual(["a", "new"]);
	expect(results(two, [first, second])).toEqual(["a", "a/2"]);
});

test("a sure sign takes its pair before a weak one", () => {
	const earlier = [
		imported(transfer("a", "CASH DEPOSIT AT WESTLANDS 254712345678")),
		imported(transfer("a2", "CASH DEPOSIT AT WESTLANDS"), { position: 2 }),
	];
	const [plain, named] = [transfer("b", "CASH DEPOSIT AT WESTLANDS"), transfer("b2", "254712345678 JUMA")];
	expect(results([plain, named], earlier)).toEqual(["a2", "a"]);
});

test("files of one format have a transfer once, so another text is another transfer", () => {
	const one = imported(transfer("a", "CASH DEPOSIT"), { format: "MT940" });
	expect(results([transfer("b", "CASH DEPOSIT WESTLANDS")], [one])).toEqual(["new"]);
	const known = [
		imported(transfer("a", "CASH DEPOSIT")),
		imported(transfer("b", "CASH DEPOSIT"), { format: "MT940", sameAs: "a", position: null }),
	];
	expect(results([transfer("b", "CASH DEPOSIT"), transfer("c", "CASH DEPOSIT 2")], known)).toEqual(["a", "new"]);
});

test("transfers for different invoices are two, also with one reference of the bank", () => {
	const one = imported(transfer("a", "KK2026000001", { reference: "BATCH-77", otherDate: "2026-11-24" }));
	const other = transfer("b", "KK2026000002", { reference: "BATCH-77", date: "2026-11-24" });
	expect(results([other], [one])).toEqual(["new"]);
});

test("a transfer that two formats had is recognised by what either file says about it", () => {
	const known = [
		imported(transfer("a", "254712345678 AMINA"), { format: "camt.053" }),
		imported(transfer("b", "254712345678 SAFARI TOURS DEPOSIT", { otherDate: "2026-11-24" }), {
			...{ format: "CSV", position: null, sameAs: "a" },
		}),
	];
	expect(results([transfer("c", "SAFARI TOURS DEPOSIT", { date: "2026-11-24" })], known)).toEqual(["a"]);
});

test("a transfer that staff closed as an earlier one takes no later transfer with the same signs, in any format", () => {
	const first = imported(transfer("a1", "RENT OFFICE 4 OTIENO", { date: "2026-10-30" }), { format: "MT940" });
	const date = "2026-11-02";
	const second = transfer("a2", "RENT OFFICE 4 OTIENO", { date });
	const joined = imported(transfer("b1", "RENT OFFICE 4 OTIENO", { date }), { sameAs: "a1", decision: "closed" });
	const verdict = (format: string) => recognise([second], [first, joined], { format, ownAccount }).get("a2");
	expect(verdict("MT940")).toEqual({ state: "new" });
	expect(verdict("camt.053")).toEqual({ state: "unsure", like: [first] });
});

test.each(["open", "closed"] as const)(
	"staff decide, too, about a transfer like one whose review is %s",
	(decision) => {
		const earlier = imported(transfer("a", "254712345678 AMINA"), { decision });
		expect(results([transfer("b", "254712345678 AMINA")], [earlier])).toEqual(["unsure"]);
	},
);
