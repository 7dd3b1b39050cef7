import { stateMachine } from "~/lib/state-machine";
import type { JobState } from "./job";

export type OrderState = "pending_payment" | "paid" | "fulfilled" | "cancelled" | "refunded";

export const orderStates = stateMachine<OrderState>("order", {
	pending_payment: ["paid", "cancelled"],
	paid: ["fulfilled", "refunded"],
	fulfilled: ["refunded"],
	cancelled: [],
	refunded: [],
});

/** A stopped job goes back to the queue after the customer acted, is finished by staff, or is given up. */
export const jobStates = stateMachine<JobState>("job", {
	queued: ["running"],
	running: ["queued", "done", "action_required", "failed"],
	action_required: ["queued", "running", "done"],
	failed: ["queued", "running"],
	done: [],
});
