import { stateMachine } from "~/lib/state-machine";

export type InvoiceState = "open" | "paid" | "void" | "refunded";

/** Overdue is not a state. It means an open invoice after its due date. No transition leads to `refunded`. */
export const invoiceStates = stateMachine<InvoiceState>("invoice", {
	open: ["paid", "void"],
	paid: [],
	void: [],
	refunded: [],
});
