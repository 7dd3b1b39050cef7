/** The share of a price that stays with its seller, in whole percent; 0 when nothing is charged. */
export function margin(price: number, cost: number): number {
	return price > 0 ? Math.round(((price - cost) / price) * 100) : 0;
}
