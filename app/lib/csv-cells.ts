import { kenyanDate } from "./kenyan-day";

/** Minor units as an amount with two decimals, without a currency sign: programs read it. */
export const csvAmount = (minor: number): string => (minor / 100).toFixed(2);

/** The day in Kenya of a time (ms): 2026-11-23. */
export const csvDay = (time: number | null): string => (time === null ? "" : kenyanDate(time));
