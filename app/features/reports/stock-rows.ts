import { renewalPrice } from "~/features/catalog/domain-prices";
import { DAY } from "~/lib/durations";
import type { Currency } from "~/lib/money";
import type { StockRow } from "./adding-up.repo.server";

/** Counts and sums of some customers' services. Amounts in minor units. */
interface Stock {
	readonly held: readonly {
		readonly tld: string;
		readonly registrar: string | null;
		readonly currency: Currency;
		readonly count: number;
		readonly renewing: number;
		/** The time until they expire, together. */
		readonly restMs: number;
	}[];
	readonly plans: readonly Services[];
	readonly extras: readonly Services[];
	readonly credits: readonly { readonly currency: Currency; readonly amount: number }[];
}

interface Services {
	readonly productId: string;
	readonly currency: Currency;
	readonly count: number;
	readonly monthly: number;
	readonly deferred: number;
}

const YEAR = 365 * DAY;

/** The rows for the figures of a day. A domain counts with today's price of its renewal. */
export function stockRows({ held, plans, extras, credits }: Stock): StockRow[] {
	const rows: StockRow[] = [];
	for (const { tld, registrar, currency, count, renewing, restMs } of held) {
		const yearly = renewalPrice(tld, currency).amount;
		const key = `.${tld}`;
		rows.push({ figure: "held", currency, key: `${registrar ?? "-"} ${tld}`, count, amount: count * yearly });
		rows.push({ figure: "recurring", currency, key, count: renewing, amount: Math.round((renewing * yearly) / 12) });
		rows.push({ figure: "deferred", currency, key, count, amount: Math.round((restMs / YEAR) * yearly) });
	}
	for (const { productId: key, currency, count, monthly, deferred } of [...plans, ...extras]) {
		rows.push({ figure: "recurring", currency, key, count, amount: Math.round(monthly) });
		rows.push({ figure: "deferred", currency, key, count, amount: Math.round(deferred) });
	}
	for (const { currency, amount } of credits) rows.push({ figure: "credit", currency, key: "", count: 0, amount });
	return rows.filter(({ count, amount }) => count !== 0 || amount !== 0);
}
