interface Expiry {
	/** 1 to 12. */
	readonly expMonth: number;
	/** Four digits. */
	readonly expYear: number;
}

/** A card is valid until the end of the month printed on it. `now` in ms, compared in UTC. */
export const isCardExpired = ({ expMonth, expYear }: Expiry, now: number): boolean =>
	now >= Date.UTC(expYear, expMonth);

/** `07/29`, as on the card. */
export const formatExpiry = ({ expMonth, expYear }: Expiry): string =>
	`${String(expMonth).padStart(2, "0")}/${String(expYear).slice(-2)}`;
