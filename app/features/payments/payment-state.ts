import { stateMachine } from "~/lib/state-machine";

export type PaymentState = "pending" | "succeeded" | "failed" | "expired";

/**
 * Success is final. A failed or expired payment can still succeed, because a provider may report the payment late.
 */
export const paymentStates = stateMachine<PaymentState>("payment", {
	pending: ["succeeded", "failed", "expired"],
	failed: ["succeeded"],
	expired: ["succeeded", "failed"],
	succeeded: [],
});
