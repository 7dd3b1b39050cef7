import { childOf, childrenOf, childText, parseXml, type XmlElement, XmlError } from "~/lib/xml";
import { type Statement, type StatementEntry, StatementError } from "./statement-entry";
import { readAmount, readDate } from "./statement-fields";

// ISO 20022, message camt.053 (BankToCustomerStatement), versions 02 to 13. The versions differ in fields not read here,
// except that the status is text in the older ones and in `Cd` in the newer ones.

/** Reads the statements of a document. @throws StatementError */
export function readCamt053(text: string): Statement[] {
	const message = childOf(rootOf(text), "BkToCstmrStmt");
	const statements = childrenOf(message, "Stmt").map((statement) => {
		const account = childOf(statement, "Acct");
		const id = childOf(account, "Id");
		const number = childText(id, "IBAN") ?? childText(childOf(id, "Othr"), "Id");
		if (!number) throw new StatementError("Statement", "Acct", "the file names no account");
		const entries = childrenOf(statement, "Ntry").flatMap((entry, index) => entriesOf(entry, index + 1));
		const currencies = new Set(childrenOf(statement, "Ntry").map((entry) => currencyOf(entry)));
		const own = childText(account, "Ccy");
		const other = [...currencies].find((currency) => currency !== (own ?? [...currencies][0]));
		if (other !== undefined) throw new StatementError("Statement", "Ccy", "the file has several currencies");
		return { account: number, currency: own ?? [...currencies][0] ?? null, format: "camt.053", entries };
	});
	if (statements.length === 0) throw new StatementError("Document", "Stmt", "the file has no statement");
	return statements;
}

function rootOf(text: string): XmlElement {
	try {
		const root = parseXml(text.trim());
		if (root.name === "Document" && root.namespace.includes("camt.053")) return root;
	} catch (error) {
		if (!(error instanceof XmlError)) throw error;
		throw new StatementError("Document", "XML", error.message);
	}
	throw new StatementError("Document", "xmlns", "this is not a camt.053 statement");
}

const currencyOf = (element: XmlElement): string => childOf(element, "Amt")?.attributes.get("Ccy") ?? "";

/** The entry, or its transactions if each has an amount. */
function entriesOf(entry: XmlElement, number: number): StatementEntry[] {
	const place = `Entry ${number}`;
	const status = childOf(entry, "Sts");
	// The others are not final.
	if ((childText(status, "Cd") ?? status?.text.trim()) !== "BOOK") return [];
	const booked = childOf(entry, "BookgDt") ?? childOf(entry, "ValDt");
	const date = readDate(childText(booked, "Dt") ?? childText(booked, "DtTm") ?? "");
	if (date === null) throw new StatementError(place, "BookgDt", "is not a date");
	const valued = childOf(entry, "ValDt");
	const otherDate = readDate(childText(valued, "Dt") ?? childText(valued, "DtTm") ?? "");
	const common = { line: number, date, otherDate, kind: kindOf(entry, place) };
	const amount = amountOf(childText(entry, "Amt"), place);
	const transactions = childrenOf(entry, "NtryDtls").flatMap((details) => childrenOf(details, "TxDtls"));
	const reference = childText(entry, "AcctSvcrRef") ?? childText(entry, "NtryRef") ?? "";
	const note = childText(entry, "AddtlNtryInf") ?? "";
	const parts = transactions.map((transaction) => ({
		...common,
		amount: transactionAmount(transaction, place),
		reference: childText(childOf(transaction, "Refs"), "AcctSvcrRef") ?? reference,
		text: [...textsOf(transaction), note].filter(Boolean).join("\n"),
	}));
	const isComplete = parts.length > 1 && parts.reduce((sum, part) => sum + (part.amount ?? 0), 0) === amount;
	if (isComplete) return parts.flatMap((part) => (part.amount === null ? [] : { ...part, amount: part.amount }));
	const text = [...transactions.flatMap(textsOf), note].filter(Boolean).join("\n");
	return [{ ...common, amount, reference: parts[0]?.reference ?? reference, text }];
}

function kindOf(entry: XmlElement, place: string): StatementEntry["kind"] {
	const mark = childText(entry, "CdtDbtInd");
	if (mark === "CRDT") return "credit";
	if (mark !== "DBIT") throw new StatementError(place, "CdtDbtInd", "is neither CRDT nor DBIT");
	return childText(entry, "RvslInd") === "true" ? "reversal" : "debit";
}

function amountOf(text: string | undefined, place: string): number {
	const amount = readAmount(text ?? "", place, "Amt");
	if (amount === null || amount < 0) throw new StatementError(place, "Amt", "is missing");
	return amount;
}

function transactionAmount(transaction: XmlElement, place: string): number | null {
	const text = childText(transaction, "Amt") ?? childText(childOf(childOf(transaction, "AmtDtls"), "TxAmt"), "Amt");
	return text === undefined ? null : amountOf(text, place);
}

/** What the customer and the bank wrote. */
function textsOf(transaction: XmlElement): string[] {
	const remittance = childOf(transaction, "RmtInf");
	const structured = childrenOf(remittance, "Strd").map((one) => childText(childOf(one, "CdtrRefInf"), "Ref") ?? "");
	const endToEnd = childText(childOf(transaction, "Refs"), "EndToEndId") ?? "";
	return [
		...childrenOf(remittance, "Ustrd").map((one) => one.text.trim()),
		...structured,
		endToEnd === "NOTPROVIDED" ? "" : endToEnd,
		childText(transaction, "AddtlTxInf") ?? "",
	];
}
