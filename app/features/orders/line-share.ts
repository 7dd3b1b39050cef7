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
	/** Of that, for delivery: minor units. Belongs to the hardware of the order; without any, to all lines. */
	readonly shipping: number;
}

/**
 * What a line has of the money received for its order, in minor units: its price less a free first year and its part of
 * the discount, with its part of the tax. The shares of all lines add up to what was received, less delivery.
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

/** Why a line was given up, and what became credit. `sum`: formatted money. */
export const creditedText = (why: string, sum: string): string =>
	`${why} ${sum} is credit in your account now: it pays your next invoice.`;
