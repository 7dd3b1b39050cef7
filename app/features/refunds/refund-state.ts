import { stateMachine } from "~/lib/state-machine";

/** Where the money goes: back to the payments, to the customer's credit, or staff pay it back in another way. */
export const refundTargets = ["payment", "credit", "by_hand"] as const;

/** Whether a refund ends the plans and domains that it pays back in full. */
export const refundedServiceChoices = ["end", "keep"] as const;

export type RefundTarget = (typeof refundTargets)[number];

/** `credited`: the provider could not pay it back, so staff turned it into credit. */
export type RefundState = "pending" | "succeeded" | "failed" | "credited";

/** A failed refund can be tried again. It can also succeed late, because a provider may report an earlier request. */
export const refundStates = stateMachine<RefundState>("refund", {
	pending: ["succeeded", "failed"],
	failed: ["pending", "succeeded", "credited"],
	succeeded: [],
	credited: [],
});
