import { numberFormat } from "./formatters";

export const currencies = ["KES", "USD"] as const;

export type Currency = (typeof currencies)[number];

/** An integer number of minor units with its currency. Amounts are never floating-point values. */
export interface Money {
	/** Minor units: 100 = Ksh 1 or $1. Always a safe integer. */
	readonly amount: number;
	readonly currency: Currency;
}

/** @param amount minor units: 1,750 shillings are 175000. @throws RangeError for a fraction. */
export function money(amount: number, currency: Currency): Money {
	if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of minor units: ${amount}`);
	return { amount, currency };
}

/** Whole shillings as minor units: `kes(1750)` is Ksh 1,750. */
export const kes = (shillings: number): Money => money(shillings * 100, "KES");

/** Dollars written as cents: `usd(1299)` is $12.99. */
export const usd = (cents: number): Money => money(cents, "USD");

export const zero = (currency: Currency): Money => money(0, currency);

/** @throws TypeError for two currencies. */
export function add(a: Money, b: Money): Money {
	return money(a.amount + assertSame(a, b).amount, a.currency);
}

/** May be negative. @throws TypeError for two currencies. */
export function subtract(a: Money, b: Money): Money {
	return money(a.amount - assertSame(a, b).amount, a.currency);
}

/** @throws RangeError for a factor that is not whole. */
export function multiply(a: Money, times: number): Money {
	if (!Number.isSafeInteger(times)) throw new RangeError(`Not a whole factor: ${times}`);
	return money(a.amount * times, a.currency);
}

/** An equal part, rounded half up to the minor unit. For display only, because the parts may not add up. */
export function divide(a: Money, by: number): Money {
	return money(Math.floor(a.amount / by + 0.5), a.currency);
}

/** @param currency of the items, needed if there are none. @throws TypeError for an item in another currency. */
export function sum(items: readonly Money[], currency: Currency): Money {
	return items.reduce(add, zero(currency));
}

/** The smallest item. @throws TypeError for an empty list or two currencies */
export const least = (items: readonly Money[]): Money =>
	items.reduce((least, item) => (subtract(item, least).amount < 0 ? item : least));

/**
 * A share of an amount, rounded half up to the minor unit.
 * @param basisPoints hundredths of a percent: 800 is 8 %.
 */
export function share(a: Money, basisPoints: number): Money {
	const product = a.amount * basisPoints;
	if (!Number.isSafeInteger(product)) throw new RangeError("Amount too large for a share");
	return money(Math.floor((product + 5_000) / 10_000), a.currency);
}

export const isZero = (a: Money): boolean => a.amount === 0;

function assertSame(a: Money, b: Money): Money {
	if (a.currency !== b.currency) throw new TypeError(`Mixed currencies: ${a.currency} and ${b.currency}`);
	return b;
}

/**
 * `Ksh 1,750`, `Ksh 5.99`, `$12.99`. Shillings show cents only if there are any.
 * @param language BCP 47, for the separators: `Ksh 1.750,50` in German. Pass it on the server only, because browsers
 *   have other locale data than workerd.
 */
export function formatMoney({ amount, currency }: Money, language?: string): string {
	const sign = amount < 0 ? "−" : "";
	const digits = currency === "USD" || amount % 100 !== 0 ? 2 : 0;
	const number = language ? localNumber(amount, digits, language) : plainNumber(amount, digits);
	return currency === "USD" ? `${sign}$${number}` : `${sign}Ksh ${number}`;
}

function plainNumber(amount: number, digits: number): string {
	const whole = Math.floor(Math.abs(amount) / 100).toString();
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	return digits === 0 ? grouped : `${grouped}.${(Math.abs(amount) % 100).toString().padStart(2, "0")}`;
}

/** `useGrouping: "always"`, because Spanish groups only from five digits. */
const localNumber = (amount: number, digits: number, language: string) =>
	numberFormat(language, {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
		useGrouping: "always",
	}).format(Math.abs(amount) / 100);
