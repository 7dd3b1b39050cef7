import type { PaymentState } from "~/db/schema";
import { stateMachine } from "~/lib/state-machine";

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
