/** The seller's margin in whole percent. 0 if the price is 0. */
export function margin(price: number, cost: number): number {
	return price > 0 ? Math.round(((price - cost) / price) * 100) : 0;
}
