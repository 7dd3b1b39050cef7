import { stateMachine } from "~/lib/state-machine";

export type InvoiceState = "open" | "paid" | "void" | "refunded";

/** Overdue is not a state: it is an open invoice whose due date has passed. No transition leads to `refunded`. */
export const invoiceStates = stateMachine<InvoiceState>("invoice", {
	open: ["paid", "void"],
	paid: [],
	void: [],
	refunded: [],
});
