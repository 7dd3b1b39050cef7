/** A line of a document. Amounts in Kenyan cents. */
export interface FiscalLine {
	readonly description: string;
	readonly quantity: number;
	/** Before discount and tax. */
	readonly gross: number;
	/** After discount, before tax. */
	readonly net: number;
	readonly tax: number;
	/** Tax rate in hundredths of a percent. */
	readonly taxBasisPoints: number;
}

export type PaidBy = "mobile_money" | "card" | "other";

/** An invoice or a credit note as the tax authority gets it. Never changes once it was sent. */
export interface FiscalDocument {
	readonly kind: "invoice" | "credit_note";
	/** Of the device: consecutive, and shared by invoices and credit notes. */
	readonly number: number;
	/** Our number, such as KK2026000001. */
	readonly reference: string;
	/** The device's number of the invoice that a credit note corrects. Null for an invoice. */
	readonly original: number | null;
	/** `taxPin`: KRA PIN, or null. */
	readonly buyer: { readonly name: string; readonly taxPin: string | null };
	readonly paidBy: PaidBy;
	/** When the invoice was paid or the credit note was issued, in ms. */
	readonly at: number;
	readonly lines: readonly FiscalLine[];
}

export interface FiscalSignature {
	/** Serial number of the control unit. */
	readonly controlUnit: string;
	/** The control unit's number of the receipt. */
	readonly receiptNumber: number;
	readonly internalData: string;
	readonly signature: string;
	/** Ms, UTC. */
	readonly signedAt: number;
	/** Where anyone can check the receipt. The address of the QR code. */
	readonly url: string;
}

/** What the tax authority has under a number. */
export interface SignedDocument {
	/** Our number. Null if it is not reported. */
	readonly reference: string | null;
	/** Kenyan cents, tax included. Null if it is not reported. */
	readonly total: number | null;
	readonly signature: FiscalSignature;
}

export type SignOutcome =
	| { readonly state: "signed"; readonly signature: FiscalSignature }
	/** The number was used before. `find` says for what. */
	| { readonly state: "taken" }
	/** This document can't be signed as it is. Nothing was signed. */
	| { readonly state: "refused"; readonly reason: string }
	/** The device can't sign anything until staff have acted. Nothing was signed. */
	| { readonly state: "blocked"; readonly reason: string };

/**
 * Signs invoices with one device of the tax authority. Callers send one request at a time. Every method may throw. Then it
 * is not known whether the document was signed.
 */
export interface FiscalSigner {
	/** Names the device, without anything secret. */
	readonly device: string;
	sign(document: FiscalDocument): Promise<SignOutcome>;
	/** The document that was signed under this number. Null if there is none. */
	find(number: number): Promise<SignedDocument | null>;
	/** Makes a call that changes nothing. @throws if the device can't be used */
	probe(): Promise<void>;
}

export interface FiscalTotals {
	readonly net: number;
	readonly tax: number;
	readonly total: number;
}

/** The sums of a document, which its lines add up to. */
export function totalsOf({ lines }: Pick<FiscalDocument, "lines">): FiscalTotals {
	const net = lines.reduce((sum, line) => sum + line.net, 0);
	const tax = lines.reduce((sum, line) => sum + line.tax, 0);
	return { net, tax, total: net + tax };
}
