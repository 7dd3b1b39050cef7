/** Why staff review money that is the customer's credit already. */
export const creditReasons = ["invoice_open", "invoice_paid", "invoice_refunded", "invoice_void"] as const;

const texts = {
	amount_mismatch: "The amount differs from what was asked",
	credit_limit: "Transfers that staff imported would become more credit than they may give",
	currency_mismatch: "The currency differs from what was asked",
	dispute: "The customer disputes a payment",
	invoice_open: "Money arrived that does not pay its invoice",
	invoice_paid: "Money arrived for a paid invoice",
	invoice_refunded: "Money arrived for a refunded invoice",
	invoice_void: "Money arrived for a cancelled invoice",
	maybe_imported: "A transfer may be imported twice",
	other_reference: "A message names another payment",
	receipt_reused: "The same receipt came twice",
	refund_by_hand: "A refund has to be paid by hand",
	refund_elsewhere: "The payment service paid money back",
	refund_failed: "A refund failed",
	refund_paid_twice: "A refund was paid after it had become credit",
	refund_unconfirmed: "We don't know whether a refund was paid",
	transfer_reversed: "The bank took a transfer back",
	unknown_account: "Money arrived without an invoice",
	unknown_payment: "A message is about an unknown payment",
} as const;

export type ReviewReason = keyof typeof texts;

/** All reasons, for which docs/runbook.md says what to do. */
export const reviewReasons = Object.keys(texts) as readonly ReviewReason[];

const isReason = (text: string): text is ReviewReason => Object.hasOwn(texts, text);

/** Why staff review a payment or a refund. The reason itself if this release does not know it. */
export const reviewReasonText = (reason: string): string => (isReason(reason) ? texts[reason] : reason);
