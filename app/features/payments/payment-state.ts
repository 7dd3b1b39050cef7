import { stateMachine } from "~/lib/state-machine";

export type PaymentState = "pending" | "succeeded" | "failed" | "expired";

/**
 * Success is final, whatever arrives later. A refusal or a time-out is not: the provider may still report that the
 * customer did pay.
 */
export const paymentStates = stateMachine<PaymentState>("payment", {
	pending: ["succeeded", "failed", "expired"],
	failed: ["succeeded"],
	expired: ["succeeded", "failed"],
	succeeded: [],
});
