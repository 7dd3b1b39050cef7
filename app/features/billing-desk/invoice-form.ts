import { reasonSchema } from "~/features/customers/customers.schema";
import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { type Asked, permissionOf, waitsForApproval } from "./asked";
import {
	approvalSchema,
	deskRefundSchema,
	giveCreditSchema,
	payBackCreditSchema,
	recordPaymentSchema,
	refuseApprovalSchema,
} from "./billing-desk.schema";
import type { BillingDesk, MoneyMoved, Payer } from "./billing-desk.server";

interface Sent<Intent> extends Payer {
	readonly intent: Intent;
	readonly fields: Readonly<Record<string, unknown>>;
}

interface InvoiceForm extends Sent<"refund" | "record" | "void" | "write-off"> {
	readonly form: FormData;
}

const moved = (result: Result<MoneyMoved>, done: string): Result<string> =>
	result.ok ? ok(result.value === "done" ? done : waitsForApproval) : result;

/** Handles the forms of an invoice by their intent. Returns the message about what was done. */
export async function handleInvoiceForm(
	billing: BillingDesk,
	{ intent, form, fields, ...payer }: InvoiceForm,
	invoiceId: string,
): Promise<Result<string>> {
	switch (intent) {
		case "refund": {
			const input = parse(deskRefundSchema, { ...fields, lines: form.getAll("lines") });
			if (!input.ok) return input;
			return moved(
				await billing.refund(payer, invoiceId, input.value),
				"Issued the credit note. The refund is on its way.",
			);
		}
		case "record": {
			const input = parse(recordPaymentSchema, fields);
			if (!input.ok) return input;
			return moved(
				await billing.recordPayment(payer, invoiceId, input.value),
				"Recorded the payment. What did not fit the invoice is the customer's credit.",
			);
		}
		case "write-off": {
			const input = parse(reasonSchema, fields);
			if (!input.ok) return input;
			return moved(await billing.writeOff(payer, invoiceId, input.value.reason), "Wrote off the invoice.");
		}
		case "void": {
			const input = parse(reasonSchema, fields);
			if (!input.ok) return input;
			const done = await billing.void(payer.session, invoiceId, input.value.reason);
			return done.ok ? ok("Cancelled the invoice.") : done;
		}
	}
}

export async function handleCreditForm(
	billing: BillingDesk,
	{ intent, fields, ...payer }: Sent<"credit" | "pay-back">,
	customerId: string,
): Promise<Result<string>> {
	if (intent === "pay-back") {
		const paid = parse(payBackCreditSchema, fields);
		if (!paid.ok) return paid;
		const done = await billing.payBackCredit(payer, customerId, paid.value);
		return done.ok ? ok("Recorded what you paid back, and told the customer.") : done;
	}
	const input = parse(giveCreditSchema, fields);
	return input.ok ? moved(await billing.giveCredit(payer, customerId, input.value), "Added the credit.") : input;
}

/** Handles the forms of the approvals by their intent. Returns the message about what was done. */
export async function handleApprovalForm(
	billing: BillingDesk,
	{ intent, fields, ...payer }: Sent<`${"approve" | "refuse"}-${Asked["kind"]}`>,
): Promise<Result<string>> {
	const permission = permissionOf[intent.slice(intent.indexOf("-") + 1) as Asked["kind"]];
	if (intent.startsWith("approve")) {
		const input = parse(approvalSchema, fields);
		return input.ok ? billing.approve(payer, permission, input.value.approvalId) : input;
	}
	const input = parse(refuseApprovalSchema, fields);
	return input.ok ? billing.refuse(payer, permission, input.value.approvalId, input.value.reason) : input;
}
