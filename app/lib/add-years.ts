import { addMonths } from "./add-months";

/** The same day `years` later, in ms; the 29th of February becomes the 28th where there is none. */
export const addYears = (time: number, years: number): number => addMonths(time, 12 * years);
