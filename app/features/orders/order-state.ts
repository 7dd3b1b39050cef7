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

/** A stopped job is queued again after the customer acted or staff have removed the cause, finished by staff, or cancelled. */
export const jobStates = stateMachine<JobState>("job", {
	queued: ["running"],
	running: ["queued", "done", "action_required", "failed"],
	action_required: ["queued", "running", "done"],
	failed: ["queued", "running"],
	done: [],
});
