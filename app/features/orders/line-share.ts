import type { OrderLineKind } from "./order-line";

interface Priced {
	readonly id: string;
	readonly kind: OrderLineKind;
	readonly domain: string | null;
	/** Minor units. */
	readonly amount: number;
}

interface Received {
	/** Minor units received for the whole order, credit included. */
	readonly paid: number;
	/** The delivery part of `paid`, in minor units. Belongs to the hardware, or to all lines if there is none. */
	readonly shipping: number;
}

/**
 * A line's share of the money received for its order, in minor units: its price less a free first year and its part of
 * the discount, plus its part of the tax. The shares of all lines add up to what was received, less delivery.
 */
export function lineShare(lineId: string, lines: readonly Priced[], { paid, shipping }: Received): number {
	const bought = lines.filter(({ kind }) => kind !== "free_domain");
	const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
	const at = bought.findIndex(({ id }) => id === lineId);
	const shared = bought.some(({ kind }) => kind === "hardware") ? paid - shipping : paid;
	if (at < 0 || subtotal <= 0 || shared <= 0) return 0;
	const upTo = (count: number) => {
		const net = bought.slice(0, count).reduce((sum, line) => sum + netAmount(line, lines), 0);
		return Number((BigInt(net) * BigInt(shared)) / BigInt(subtotal));
	};
	return upTo(at + 1) - upTo(at);
}

function netAmount({ kind, domain, amount }: Priced, lines: readonly Priced[]): number {
	if (kind !== "registration") return amount;
	const free = lines.find((one) => one.kind === "free_domain" && one.domain === domain);
	return amount + (free?.amount ?? 0);
}

/** Says why a line was cancelled and how much became credit. `sum`: formatted money. */
export const creditedText = (why: string, sum: string): string =>
	`${why} We added ${sum} to your credit. You can use it to pay your next invoice.`;
