import { formatMoment, type Locale } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { type FiscalDocument, type FiscalSignature, totalsOf } from "~/platform/fiscal/fiscal-signer";
import type { FiscalState } from "./fiscal-state";

/** A stored document. Everything about the signature is null before there is one. */
type Stored = { readonly state: FiscalState; readonly content: FiscalDocument | null } & {
	readonly [Key in keyof FiscalSignature]: FiscalSignature[Key] | null;
};

export type Fact = readonly [label: string, value: string];

/** `facts`: what a tax invoice must show. `url`: the address of its QR code. */
export type FiscalText = { readonly state: "pending" } | { readonly state: "signed"; facts: Fact[]; url: string };

/** What a customer reads about the signature. Null if the document is not signed and will not be. */
export function fiscalText(stored: Stored | undefined | null, locale: Locale): FiscalText | null {
	if (!stored) return null;
	const { state, content, controlUnit, receiptNumber, internalData, signature, signedAt, url } = stored;
	if (state !== "signed" || url === null || signedAt === null) return { state: "pending" };
	return {
		state: "signed",
		url,
		facts: [
			["Control unit", controlUnit ?? ""],
			["Control unit invoice number", `${controlUnit}/${receiptNumber}`],
			["Receipt signature", signature ?? ""],
			["Internal data", internalData ?? ""],
			["Signed", formatMoment(signedAt, locale)],
			// In shillings, before cents are rounded off. The document may be in dollars.
			...(content
				? [["Signed total", formatMoney(money(totalsOf(content).total, "KES"), locale.language)] as const]
				: []),
		],
	};
}

/** "Tax invoice" only if it is signed. */
export const invoiceNoun = (fiscal: FiscalText | null): "Tax invoice" | "Invoice" =>
	fiscal?.state === "signed" ? "Tax invoice" : "Invoice";
