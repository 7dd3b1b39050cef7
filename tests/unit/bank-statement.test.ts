import { expect, test } from "vitest";
import { findInvoiceNumbers } from "~/features/invoices/invoice-number";
import { CsvError, parseCsv } from "~/lib/csv";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import { readStatement } from "~/platform/payment/bank/statement";

const shillings: BankAccount = {
	bank: "Example Bank",
	branch: "Kimathi Street",
	name: "Kikoa Limited",
	number: "1234567890",
	swift: "EXAMKENA",
	currency: "KES",
};
const dollars: BankAccount = { ...shillings, number: "9876543210", currency: "USD" };

const read = (text: string, accounts = [shillings], account?: string) => readStatement(text, accounts, account);

function entriesOf(text: string, accounts?: BankAccount[], account?: string) {
	const found = read(text, accounts, account);
	if (!found.ok) throw new Error(found.error.message);
	return found.value.entries;
}

const refusal = (text: string, accounts?: BankAccount[], account?: string) => {
	const found = read(text, accounts, account);
	return found.ok ? "accepted" : found.error.message;
};

const csv = `\uFEFFKikoa Limited,,,,,
Account Number,1234567890,,,,

Transaction Date,Value Date,Narrative,Transaction Ref,Debit,Credit (KES),Balance
21/11/2026,21/11/2026,Balance brought forward,,,,"10,000.00"
23/11/2026,23/11/2026,"EFT from AMINA, ""OTIENO"" KK2026000001",FT26327ABC,,"1,890.00","11,890.00"
23-Nov-2026 10:15,23/11/2026,Monthly fee,FT26327ABD,250.00,,"11,640.00"
2026-11-24,24/11/2026,Cash deposit,,0.00,500,"12,140.00"
,,Total,,250.00,"2,390.00",
`;

test("a CSV file is read by the names of its columns, below what the bank writes above them", () => {
	expect(entriesOf(csv)).toEqual([
		{
			line: 6,
			date: "2026-11-23",
			otherDate: "2026-11-23",
			amount: 189_000,
			reference: "FT26327ABC",
			text: 'EFT from AMINA, "OTIENO" KK2026000001\nFT26327ABC',
			kind: "credit",
		},
		expect.objectContaining({ line: 7, date: "2026-11-23", amount: 25_000, kind: "debit" }),
		expect.objectContaining({ line: 8, date: "2026-11-24", amount: 50_000, reference: "", kind: "credit" }),
	]);
});

test.each([
	["a signed amount", "Date;Description;Amount\n23/11/2026;Fee;-50.00\n23/11/2026;Deposit;1 000.00\n"],
	["a mark", "Date\tDetails\tAmount\tDR/CR\n23/11/2026\tFee\t50.00\tDR\n23/11/2026\tDeposit\t1,000.00\tCR\n"],
	["brackets", "Date,Particulars,Amount\n23/11/2026,Fee,(50.00)\n23/11/2026,Deposit,KES 1000\n"],
])("a CSV file tells credits from debits by %s", (_, text) => {
	expect(entriesOf(text).map(({ amount, kind }) => [amount, kind])).toEqual([
		[5_000, "debit"],
		[100_000, "credit"],
	]);
});

const head = "Date,Narrative,Reference,Credit,Debit\n";

test.each([
	["no columns", "a,b\n1,2\n", /^Line 1, columns: no line names the columns/],
	["an amount", `${head}23/11/2026,x,R,1.2.3,\n`, 'Line 2, Credit: "1.2.3" is not an amount such as 1,234.50'],
	["a decimal comma", `${head}23/11/2026,x,R,"1234,50",\n`, /^Line 2, Credit: .* is not an amount/],
	["a date", `${head}\n31/02/2026,x,R,10,\n`, 'Line 3, Date: "31/02/2026" is not a date such as 23/11/2026'],
	["the month first", `${head}11/23/2026,x,R,10,\n`, /^Line 2, Date: /],
	["a missing date", `${head},x,R,10,\n`, /^Line 2, Date: "" is not a date/],
	["a quote without an end", `${head}23/11/2026,"x,R,10,\n`, "Line 2, quotes: a quoted text does not end"],
	["unmarked amounts", "Date,Details,Amount\n23/11/2026,x,10\n", /^Line 1, columns: nothing says which amounts/],
	["another currency", "Date,Details,Credit,Currency\n23/11/2026,x,10,EUR\n", /^The file is in EUR, but account/],
])("a CSV file with %s is refused as a whole, with the line and the field", (_, text, message) => {
	expect(refusal(text)).toMatch(message);
});

test("a file that names no account needs a choice if there are several", () => {
	expect(refusal(csv, [shillings, dollars])).toMatch(/account none\. Choose one of 1234567890, 9876543210/);
	expect(entriesOf(csv, [shillings, dollars], "1234567890")).toHaveLength(3);
	expect(refusal(csv, [shillings], "5555555555")).toMatch(/account 5555555555\. Choose/);
});

const mt940 = `{1:F01EXAMKENAAXXX0000000000}{2:I940KIKOAXXXXXXXN}{4:
:20:STMT261123
:25:EXAMKENA/1234567890KES
:28C:327/1
:60F:C261122KES10000,00
:61:2611231123C1890,00NTRFKK2026000001//FT26327ABC
TRANSFER
:86:EFT FROM AMINA OTIENO HOSTING AND DOMAIN FOR THE YEAR 2027 KK2026
000002 THANK YOU
:61:2611231123D250,NCHGNONREF//FT26327ABD
:86:MONTHLY FEE
:61:261123RC100,5NTRFNONREF//FT26327ABE
:61:261124C500,NMSCNONREF
:86:CASH DEPOSIT
:62F:C261124KES12040,00
-}
`;

test("an MT940 file is read with its references, marks and continued lines", () => {
	const entries = entriesOf(mt940.replaceAll("\n", "\r\n"));
	expect(entries.map(({ date, amount, reference, kind }) => [date, amount, reference, kind])).toEqual([
		["2026-11-23", 189_000, "FT26327ABC", "credit"],
		["2026-11-23", 25_000, "FT26327ABD", "debit"],
		["2026-11-23", 10_050, "FT26327ABE", "reversal"],
		["2026-11-24", 50_000, "", "credit"],
	]);
	expect(entries.map(({ otherDate }) => otherDate)).toEqual(["2026-11-23", "2026-11-23", null, null]);
	expect(findInvoiceNumbers(entries[0]?.text ?? "")).toEqual(["KK2026000001", "KK2026000002"]);
	expect(entries[0]?.text).toContain("TRANSFER");
	expect(entries[3]?.text).toContain("CASH DEPOSIT");
});

test("an entry of the new year may have its value date in the old one", () => {
	const [entry] = entriesOf(mt940.replace("2611231123C1890", "2612310102C1890"));
	expect(entry).toMatchObject({ date: "2026-12-31", otherDate: "2027-01-02" });
});

test.each([
	["an entry that is none", mt940.replace("2611231123C1890,00", "23.11.2026 1890"), /^Line 6, :61:, ?|^Line 6, :61:: /],
	["a date that is none", mt940.replace("2611231123C", "2613991123C"), "Line 6, :61:: 261399 is not a date"],
	["another account", mt940.replace("1234567890", "5555555555"), /^The file is of account EXAMKENA\/5555555555KES/],
	["another currency", mt940.replace(":60F:C261122KES", ":60F:C261122USD"), /^The file is in USD, but account/],
])("an MT940 file with %s is refused as a whole", (_, text, message) => {
	expect(refusal(text)).toMatch(message);
});

const camt = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><Othr><Id>1234567890</Id></Othr></Id><Ccy>KES</Ccy></Acct>${entries}</Stmt>
</BkToCstmrStmt></Document>`;

const entry = (amount: string, inside: string, mark = "CRDT") =>
	`<Ntry><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
	<BookgDt><Dt>2026-11-23</Dt></BookgDt><AcctSvcrRef>FT26327ABC</AcctSvcrRef>${inside}</Ntry>`;

test("a camt.053 file is read, a batch as its transactions, without entries that are not booked", () => {
	const remittance = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;
	const batch = ["1000.00", "890.00"].map(
		(amount, index) =>
			`<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="KES">${amount}</Amt>${remittance(`KK202600000${index + 1} &amp; co`)}</TxDtls>`,
	);
	const pending = entry("5.00", "").replace("BOOK", "PDNG");
	const structured =
		"<NtryDtls><TxDtls><Refs><AcctSvcrRef>FT2</AcctSvcrRef></Refs><RmtInf><Strd><CdtrRefInf><Ref>KK2026000009</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>";
	const reversal = entry("7.00", "", "DBIT").replace("<BookgDt>", "<RvslInd>true</RvslInd><BookgDt>");
	const text = camt(
		entry("1890.00", `<NtryDtls>${batch.join("")}</NtryDtls>`) + pending + entry("10", structured) + reversal,
	);
	expect(entriesOf(text).map(({ amount, reference, text: words, kind }) => [amount, reference, words, kind])).toEqual([
		[100_000, "FT26327ABC", "KK2026000001 & co", "credit"],
		[89_000, "FT26327ABC", "KK2026000002 & co", "credit"],
		[1_000, "FT2", "KK2026000009", "credit"],
		[700, "FT26327ABC", "", "reversal"],
	]);
});

test.each([
	["broken XML", camt("<Ntry>"), /^Document, XML: /],
	["a document type", camt("").replace("<Document", "<!DOCTYPE x><Document"), /^Document, XML: /],
	["another message", camt("").replaceAll("camt.053", "camt.054"), /this is not a camt\.053 statement/],
	["a wrong mark", camt(entry("1.00", "", "CREDIT")), /^Entry 1, CdtDbtInd: /],
	["a wrong amount", camt(entry("1,5x", "")), /^Entry 1, Amt: /],
	["another currency", camt(entry("1.00", "")).replace('Ccy="KES"', 'Ccy="EUR"'), /several currencies/],
])("a camt.053 file with %s is refused as a whole", (_, text, message) => {
	expect(refusal(text)).toMatch(message);
});

test.each([
	["EFT KK2026000001 AMINA", ["KK2026000001"]],
	["kk 2026-000 001", ["KK2026000001"]],
	["INV KK2026\n000001", ["KK2026000001"]],
	["KK2O26OOOOO1", ["KK2026000001"]],
	["KK2026A00001 and KK2026A00001", ["KK2026A00001"]],
	["KK20260000012", []],
	["XKK2026000001", []],
	["2026000001", []],
	["0712345678", []],
])("the text %j names the invoices %j", (text, numbers) => {
	expect(findInvoiceNumbers(text)).toEqual(numbers);
});

test("CSV cells may have separators, quotes and line breaks, and an open quote is an error", () => {
	expect(parseCsv('a,"b ""c"", d"\r\n"e\nf",\n5" pipe,x')).toEqual([
		{ line: 1, cells: ["a", 'b "c", d'] },
		{ line: 2, cells: ["e\nf", ""] },
		{ line: 4, cells: ['5" pipe', "x"] },
	]);
	expect(parseCsv("a\n")).toEqual([{ line: 1, cells: ["a"] }]);
	expect(() => parseCsv('a\n"b')).toThrow(CsvError);
});
