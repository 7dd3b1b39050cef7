import type { InvoiceState, JobState, OrderState } from "~/db/schema";
import { stateMachine } from "~/lib/state-machine";

export const orderStates = stateMachine<OrderState>("order", {
	pending_payment: ["paid", "cancelled"],
	paid: ["fulfilled", "refunded"],
	fulfilled: ["refunded"],
	cancelled: [],
	refunded: [],
});

/** Overdue is not a state: it is an open invoice whose due date has passed. */
export const invoiceStates = stateMachine<InvoiceState>("invoice", {
	open: ["paid", "void"],
	paid: ["refunded"],
	void: [],
	refunded: [],
});

/** A job that needs somebody goes back to the queue once they have acted. */
export const jobStates = stateMachine<JobState>("job", {
	queued: ["running"],
	running: ["queued", "done", "action_required", "failed"],
	action_required: ["queued", "done"],
	failed: ["queued", "done"],
	done: [],
});
