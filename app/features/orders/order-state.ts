import { stateMachine } from "~/lib/state-machine";
import type { JobState } from "./job";

export type OrderState = "pending_payment" | "paid" | "fulfilled" | "cancelled" | "refunded";

/** No transition leads to `refunded`. */
export const orderStates = stateMachine<OrderState>("order", {
	pending_payment: ["paid", "cancelled"],
	paid: ["fulfilled"],
	fulfilled: [],
	cancelled: [],
	refunded: [],
});

/**
 * A stopped job is queued again after the customer acted or staff have removed the cause, finished by staff, or cancelled.
 * One that waits too long for its registrar is still checked, so it can also finish, or stop for another reason.
 */
export const jobStates = stateMachine<JobState>("job", {
	queued: ["running"],
	running: ["queued", "done", "action_required", "failed"],
	action_required: ["queued", "running", "done", "action_required"],
	failed: ["queued", "running"],
	done: [],
});
