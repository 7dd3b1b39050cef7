import { z } from "zod";
import { type Currency, formatMoney, money } from "~/lib/money";
import { type CostedPrice, type Costs, costedPrices } from "./costs";
import type { Entry } from "./draft";
import { amountsOf, decimals, hundredths, notAnAmount } from "./fields";

interface Ending {
	/** In minor units. Prices have this distance to each other. */
	readonly step: number;
	/** What they have more than a multiple of the step. */
	readonly rest: number;
	readonly text: string;
}

/** What suggested prices end with. */
const endings = {
	KES: {
		"50": { step: 5_000, rest: 0, text: "50 or 100, such as 1,750" },
		"100": { step: 10_000, rest: 0, text: "100, such as 1,800" },
		"99": { step: 10_000, rest: 9_900, text: "99, such as 1,799" },
		"1": { step: 100, rest: 0, text: "Any shilling" },
	},
	USD: {
		"99": { step: 100, rest: 99, text: "99 cents, such as 12.99" },
		"00": { step: 100, rest: 0, text: "Whole dollars" },
		"1": { step: 1, rest: 0, text: "Any cent" },
	},
} as const satisfies Record<Currency, Record<string, Ending>>;

const endingIn = <C extends Currency>(currency: C) =>
	z.enum(Object.keys(endings[currency]) as (keyof (typeof endings)[C] & string)[], "Choose an ending.");

const markupSchema = z.object({
	/** Hundredths of a percent of the cost. */
	percentBasisPoints: z.int().min(0).max(100_000),
	/** Hundredths of shillings. */
	fixed: z.int().min(0).max(10_000_000),
	KES: endingIn("KES"),
	USD: endingIn("USD"),
});

/** How prices of extensions are suggested from what registrars charge. */
export type Markup = z.output<typeof markupSchema>;

/** The stored setting. Null if staff have set none. */
export const markupOf = (stored: unknown): Markup | null => markupSchema.safeParse(stored).data ?? null;

const amount = (most: number, tooMuch: string) =>
	z
		.string()
		.trim()
		.transform((text) => (text === "" ? 0 : (hundredths(text) ?? Number.NaN)))
		.refine((found) => !Number.isNaN(found), notAnAmount)
		.refine((found) => found <= most, tooMuch);

/** The form of the setting. Null if neither field has anything. */
export const markupFormSchema = z
	.object({
		/** Of the setting when the form was loaded. */
		version: z.coerce.number().int().min(0),
		percent: amount(100_000, "Enter at most 1,000%."),
		fixed: amount(10_000_000, "Enter at most 100,000."),
		KES: endingIn("KES"),
		USD: endingIn("USD"),
	})
	.transform(({ version, percent, fixed, KES, USD }) => ({
		version,
		markup: percent + fixed === 0 ? null : { percentBasisPoints: percent, fixed, KES, USD },
	}));

/** "25% and Ksh 100" */
export const markupText = (markup: Markup | null): string =>
	markup
		? [
				markup.percentBasisPoints > 0 && `${markup.percentBasisPoints / 100}%`,
				markup.fixed > 0 && formatMoney(money(markup.fixed, "KES")),
			]
				.filter(Boolean)
				.join(" and ")
		: "none";

/** The fields of the form, with the usual endings of our prices where staff have set nothing. */
export function markupView({ markup, version }: { readonly markup: Markup | null; readonly version: number }) {
	const options = (currency: Currency) =>
		Object.entries(endings[currency]).map(([value, { text }]) => ({ value, text }));
	return {
		version,
		summary: markup ? markupText(markup) : null,
		percent: markup && markup.percentBasisPoints > 0 ? decimals(markup.percentBasisPoints) : "",
		fixed: markup && markup.fixed > 0 ? decimals(markup.fixed) : "",
		endings: [
			{ name: "KES", label: "Shillings end with", value: markup?.KES ?? "50", options: options("KES") },
			{ name: "USD", label: "Dollars end with", value: markup?.USD ?? "99", options: options("USD") },
		],
	};
}

export type MarkupView = ReturnType<typeof markupView>;

/** What a price could be, in the currencies that it is listed in, in minor units. */
export interface Suggestion {
	readonly path: string;
	readonly amounts: Readonly<Partial<Record<Currency, number>>>;
	/** Whether the entry has these prices already. */
	readonly isSame: boolean;
}

/** The suggested prices of an extension that can be ordered. Empty without a markup and for other entries. */
export function suggestionsFor(entry: Entry, costs: Costs, markup: Markup | null): Suggestion[] {
	if (entry.kind !== "extension" || !markup) return [];
	return costedPrices(entry, costs).flatMap((price) => {
		const listed = amountsOf(entry, price);
		const amounts: Partial<Record<Currency, number>> = {
			...(listed.KES && { KES: suggestedAmount(price, markup, "KES", 1) }),
			...(listed.USD && { USD: suggestedAmount(price, markup, "USD", costs.rates.get("USD") ?? 1) }),
		};
		const isSame = amounts.KES === listed.KES?.amount && amounts.USD === listed.USD?.amount;
		return price.isOrdered && price.priceShillings !== null ? { path: price.path, amounts, isSame } : [];
	});
}

/** The cost with the markup, rounded up to the next price with the ending. */
function suggestedAmount({ costShillings }: CostedPrice, markup: Markup, currency: Currency, rate: number): number {
	const { step, rest } = (endings[currency] as Record<string, Ending>)[markup[currency]] ?? { step: 1, rest: 0 };
	const wanted = ((costShillings * (10_000 + markup.percentBasisPoints)) / 10_000 + markup.fixed) / rate;
	// The fraction keeps a wanted price that has the ending already from being rounded up for a rounding error.
	const steps = Math.max(rest > 0 ? 0 : 1, Math.ceil((wanted - rest) / step - 1e-6));
	return steps * step + rest;
}

/** "Ksh 1,800", "$13.99" */
export const suggestionTexts = ({ amounts }: Pick<Suggestion, "amounts">): string[] =>
	(["KES", "USD"] as const).flatMap((currency) => {
		const amount = amounts[currency];
		return amount === undefined ? [] : formatMoney(money(amount, currency));
	});

/** Differs once the suggestion is another one. */
export const suggestionMark = ({ amounts: { KES, USD } }: Suggestion): string => `${KES ?? ""}:${USD ?? ""}`;

/** The texts of the entry's form with a suggestion. */
export const suggestionFields = ({ path, amounts }: Suggestion): Map<string, string> =>
	new Map(Object.entries(amounts).map(([currency, amount]) => [`${path}.${currency}`, decimals(amount)]));
