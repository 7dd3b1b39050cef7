import { type Change, emit } from "~/db/change.server";

/** Asks the provider about a payment in `delayMs`, as the `checks`th question. */
export const paymentCheck = (
	{ id: paymentId, userId }: { readonly id: string; readonly userId: string },
	checks: number,
	delayMs: number,
): Change =>
	emit({
		kind: "payment.check",
		payload: { paymentId },
		userId,
		once: `${paymentId}:${checks}`,
		delayMs: Math.max(0, delayMs),
	});

/** The first question about a new payment. */
export const firstCheck = (payment: {
	readonly id: string;
	readonly userId: string;
	readonly createdAt: number;
	readonly nextCheckAt: number;
}): Change => paymentCheck(payment, 0, payment.nextCheckAt - payment.createdAt);
