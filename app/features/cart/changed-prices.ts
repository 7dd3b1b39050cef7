import { formatMoney } from "~/lib/money";
import type { CartItem } from "./cart-item";
import { linePriceMark } from "./price-mark";
import type { Quote } from "./quote";

interface ChangedPrice {
	/** The item's id. */
	readonly id: string;
	readonly message: string;
}

/**
 * The items whose price is not the one that the customer last saw.
 * @param checking whether the registries have not answered yet. They set the prices of premium names
 */
export function changedPrices(cart: readonly CartItem[], { lines }: Quote, checking: boolean): ChangedPrice[] {
	return lines.flatMap((line) => {
		const item = cart.find(({ id }) => id === line.key);
		if (!item?.priceMark || (checking && line.kind === "registration")) return [];
		const mark = linePriceMark(line);
		if (!mark || mark === item.priceMark) return [];
		return { id: item.id, message: `${line.name} now costs ${formatMoney(line.amount)}.` };
	});
}

/** The items with the marks of the prices in a quote. */
export const withSeenPrices = (cart: readonly CartItem[], { lines }: Quote): CartItem[] =>
	cart.map((item) => {
		const line = lines.find(({ key }) => key === item.id);
		const priceMark = line && linePriceMark(line);
		return priceMark ? { ...item, priceMark } : item;
	});
