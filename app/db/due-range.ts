import { DAY } from "~/lib/durations";

/**
 * How far back a run looks. `recent`: what came due in the last two days, which is little to read. `all`: also what was
 * due before, or came due in another way, such as a registry that reports an earlier expiry.
 */
export type Scope = "recent" | "all";

/** After `from`, up to and including `to` (ms). */
export interface DueRange {
	readonly from: number;
	readonly to: number;
}

/** Dates up to `to` (ms), and for `recent` no more than two days before it. */
export const dueRange = (to: number, scope: Scope): DueRange => ({ from: scope === "all" ? 0 : to - 2 * DAY, to });
