import { addMonths } from "./add-months";

/** The same day `years` later, in ms. 29 February becomes 28 February in other years. */
export const addYears = (time: number, years: number): number => addMonths(time, 12 * years);
