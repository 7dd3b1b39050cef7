import { formatDay, type Locale } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";

interface Addon {
	readonly id: string;
	readonly name: string;
	readonly price: number;
	readonly currency: Currency;
	readonly termMonths: number;
	readonly expiresAt: number | null;
	readonly cancelledAt: number | null;
}

export type AddonRow = ReturnType<typeof addonRow>;

/** An add-on for the page of its domain or plan. */
export function addonRow({ id, name, price, currency, termMonths, expiresAt, cancelledAt }: Addon, reader: Locale) {
	return {
		id,
		name,
		price: `${formatMoney(money(price, currency), reader.language)} ${termMonths === 12 ? "a year" : "a month"}`,
		/** Null while staff activate it. */
		paidUntil: expiresAt === null ? null : formatDay(expiresAt, reader),
		cancelled: cancelledAt !== null,
	};
}
