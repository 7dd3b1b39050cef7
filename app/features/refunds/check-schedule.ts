import { DAY, HOUR, MINUTE } from "~/lib/durations";

const early = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];

/** Banks may take ten working days to accept a refund of a card. */
const horizon = 14 * DAY;

/** When to ask the provider again after `checks` checks, in ms. Null after two weeks, when staff look at it. */
export function nextRefundCheckAt(createdAt: number, checks: number, now: number): number | null {
	const next = now + (early[checks] ?? 12 * HOUR);
	return next <= createdAt + horizon ? next : null;
}
