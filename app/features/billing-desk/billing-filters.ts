/** The choices of the lists' filters. */
export const invoiceFilters = ["open", "overdue", "paid", "void", "refunded"] as const;
export const orderFilters = ["pending_payment", "paid", "fulfilled", "cancelled"] as const;
export const paymentFilters = ["pending", "succeeded", "failed", "expired"] as const;

export const orderStateNames = {
	pending_payment: "Not paid",
	paid: "Being set up",
	fulfilled: "Done",
	cancelled: "Cancelled",
	refunded: "Refunded",
} as const;
