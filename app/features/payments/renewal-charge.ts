import { DAY } from "../../platform/clock";

export type Renewable = "domain" | "plan";

/** Days before its end on which a renewal is charged; the later ones only where the earlier did not succeed. */
const chargeDays: Readonly<Record<Renewable, readonly [number, ...number[]]>> = {
	domain: [7, 5, 3, 1],
	plan: [3, 2, 1],
};

/** What is agreed to where a card is chosen for it. */
export const renewalsAgreement =
	"We charge it 7 days before a domain that renews by itself ends, and 3 days before a hosting plan does; credit that we hold for you is used first. We write to you before, and you can switch this off at any time in your billing settings.";

/** Two tries are this far apart at least, whenever the customer agreed. */
const pause = 20 * 3_600_000;

interface Renewal {
	readonly kind: Renewable;
	/** When it ends without renewal, in ms. */
	readonly endsAt: number;
	/** The last try, if there was one. */
	readonly lastTry: number | null;
}

/** The earliest moment of all: from here on a renewal may be charged. */
export const firstCharge = ({ kind, endsAt }: Pick<Renewal, "kind" | "endsAt">): number =>
	endsAt - chargeDays[kind][0] * DAY;

/** When it is charged next, at the earliest now; null once no day is left. One try for each of its days. */
export function nextCharge({ kind, endsAt, lastTry }: Renewal, now: number): number | null {
	const days = chargeDays[kind].map((day) => endsAt - day * DAY);
	const begun = days.findLast((day) => day <= now);
	const untried = begun !== undefined && (lastTry === null || lastTry < begun);
	const next = untried && now < endsAt ? now : days.find((day) => day > Math.max(now, lastTry ?? 0));
	if (next === undefined) return null;
	const rested = lastTry === null ? next : Math.max(next, lastTry + pause);
	return rested < endsAt ? rested : null;
}
