import type { Currency, Money } from "~/lib/money";
import type { Line, LineProblem } from "./lines";
import type { PromoTerms, Totals } from "./totals";

/** A difference from what the page showed. */
export interface Change {
	readonly key: string;
	readonly kind: "price" | "availability";
	readonly message: string;
	readonly before?: Money;
	readonly after?: Money;
	/** The current price of each further year of the domain. */
	readonly renewal?: Money;
}

export type ProblemCode =
	| LineProblem["code"]
	| "invalid_name"
	| "duplicate"
	| "taken"
	| "reserved"
	| "price_unknown"
	| "availability_unknown"
	| "not_registered"
	| "auth_code_missing"
	| "auth_code_invalid"
	| "sign_in"
	| "not_yours"
	| "not_renewable"
	| "already_ordered"
	| "addon_target"
	| "addon_unneeded"
	| "promo";

export interface Problem {
	/** The key of the line, or null if the problem is the promo code. */
	readonly key: string | null;
	readonly code: ProblemCode;
	readonly message: string;
	/** Whether the problem prevents the order. */
	readonly blocks: boolean;
}

/** A cart with the server's prices. Lines that cannot be sold are left out and listed in `problems`. */
export interface Quote extends Totals {
	readonly currency: Currency;
	readonly lines: readonly Line[];
	readonly promo: (PromoTerms & { readonly label: string }) | null;
	readonly changes: readonly Change[];
	readonly problems: readonly Problem[];
}

export const isOrderable = (quote: Quote): boolean =>
	quote.lines.length > 0 && !quote.problems.some((problem) => problem.blocks);
