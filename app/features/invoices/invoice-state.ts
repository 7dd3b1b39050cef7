import { stateMachine } from "~/lib/state-machine";

export type InvoiceState = "open" | "paid" | "void" | "refunded";

/** Overdue is not a state. It means an open invoice after its due date. `refunded`: everything was paid back. */
export const invoiceStates = stateMachine<InvoiceState>("invoice", {
	open: ["paid", "void"],
	paid: ["refunded"],
	void: [],
	refunded: [],
});
