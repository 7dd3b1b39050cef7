import type { Currency, Money } from "~/lib/money";
import type { Line, LineProblem } from "./lines";
import type { PromoTerms, Totals } from "./totals";

/** Something differs from what the page showed. */
export interface Change {
	readonly key: string;
	readonly kind: "price" | "availability";
	readonly message: string;
	readonly before?: Money;
	readonly after?: Money;
	/** What a further year of the domain costs now. */
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
	| "promo";

export interface Problem {
	/** The line it is about; null: the promo code. */
	readonly key: string | null;
	readonly code: ProblemCode;
	readonly message: string;
	/** Nothing can be ordered until it is solved. */
	readonly blocks: boolean;
}

/** What a cart costs, by the server's own prices. Lines that cannot be sold are left out and named in `problems`. */
export interface Quote extends Totals {
	readonly currency: Currency;
	readonly lines: readonly Line[];
	readonly promo: (PromoTerms & { readonly label: string }) | null;
	readonly changes: readonly Change[];
	readonly problems: readonly Problem[];
}

/** Nothing in it keeps the order from being placed. */
export const isOrderable = (quote: Quote): boolean =>
	quote.lines.length > 0 && !quote.problems.some((problem) => problem.blocks);
