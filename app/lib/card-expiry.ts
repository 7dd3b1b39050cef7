interface Expiry {
	/** 1 to 12. */
	readonly expMonth: number;
	/** Four digits. */
	readonly expYear: number;
}

/** A card is good through the last day of the month that is printed on it. */
export const isCardExpired = ({ expMonth, expYear }: Expiry, now: number): boolean =>
	now >= Date.UTC(expYear, expMonth);

/** As cards print it: `07/29`. */
export const formatExpiry = ({ expMonth, expYear }: Expiry): string =>
	`${String(expMonth).padStart(2, "0")}/${String(expYear).slice(-2)}`;
