/** Limits of every cart. */
export const settings = {
	domainYears: { min: 1, max: 10 },
	/** For one plan, add-on or device in a cart. */
	maxQuantity: 99,
	maxCartLines: 50,
	/** Days until an order's invoice is due. Unpaid orders are then cancelled. */
	paymentDays: 7,
} as const;

/** @param basisPoints the rate of the cart or invoice. Invoices store theirs, so it can differ from the current one. */
export const taxLabel = (basisPoints: number): string => `Tax (${basisPoints / 100}%)`;
