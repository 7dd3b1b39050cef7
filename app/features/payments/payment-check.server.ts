import { type Change, emit } from "~/db/change.server";

/** Queues a check of the payment in `delayMs`. `checks`: how many checks were made before. */
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

/** Queues the first check of a new payment. */
export const firstCheck = (payment: {
	readonly id: string;
	readonly userId: string;
	readonly createdAt: number;
	readonly nextCheckAt: number;
}): Change => paymentCheck(payment, 0, payment.nextCheckAt - payment.createdAt);
