import { kenyanDate } from "./kenyan-day";

/** Minor units as an amount with two decimals, without a currency sign: programs read it. */
export const csvAmount = (minor: number): string => (minor / 100).toFixed(2);

/** The day in Kenya of a time (ms): 2026-11-23. */
export const csvDay = (time: number | null): string => (time === null ? "" : kenyanDate(time));

/** The cells of a customer. Their columns are `customerHead`. */
export const csvCustomer = (row: {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly customerId: string;
}): readonly string[] => [`${row.firstName} ${row.lastName}`.trim(), row.email, row.customerId];

export const customerHead = ["Customer", "Email", "Customer id"] as const;
