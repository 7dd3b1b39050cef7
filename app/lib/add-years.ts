import { addMonthsInUtc } from "./add-months";

/**
 * The same day `years` later, in ms. 29 February becomes 28 February in other years. In UTC, as registries count (RFC 5731,
 * section 2.4).
 */
export const addYears = (time: number, years: number): number => addMonthsInUtc(time, 12 * years);
