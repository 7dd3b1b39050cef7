import { z } from "zod";
import { paymentMethods } from "~/features/payments/payment-method";
import { refundKey } from "~/features/refunds/refund.schema";
import { refundedServiceChoices, refundTargets } from "~/features/refunds/refund-state";
import { reason } from "~/features/staff/members.schema";
import { requiredLine, rowId } from "~/lib/fields.schema";
import { amountFilter, choiceFilter, cursorText, dayFilter } from "~/lib/list.schema";
import { invoiceFilters, orderFilters, paymentFilters } from "./billing-filters";

const typedAmount = /^\d{1,9}(\.\d{1,2})?$/;

/** An amount such as 1250 or 1250.50, as minor units. */
export const minorAmount = z
	.string("Enter an amount such as 1250 or 1250.50.")
	.trim()
	.transform((text) => text.replaceAll(",", ""))
	.pipe(z.string().regex(typedAmount, "Enter an amount such as 1250 or 1250.50."))
	.transform((text) => Math.round(Number(text) * 100))
	.refine((minor) => minor > 0, "Enter an amount above zero.");

const amount = minorAmount;

/** An empty field is undefined. */
export const optionalAmount = z.preprocess((text) => (text === "" ? undefined : text), amount.optional());

const range = { from: dayFilter, to: dayFilter, amount: amountFilter(minorAmount), after: cursorText };

export const invoicesQuerySchema = z.object({ state: choiceFilter(invoiceFilters), ...range });
export const ordersQuerySchema = z.object({
	...{ state: choiceFilter(orderFilters), from: dayFilter, to: dayFilter, after: cursorText },
});
export const paymentsQuerySchema = z.object({
	...{ state: choiceFilter(paymentFilters) },
	...{ method: choiceFilter(paymentMethods), ...range },
});
export type InvoicesQuery = z.output<typeof invoicesQuerySchema>;
export type OrdersQuery = z.output<typeof ordersQuerySchema>;
export type PaymentsQuery = z.output<typeof paymentsQuerySchema>;

export const deskRefundSchema = z
	.object({
		key: refundKey,
		to: z.enum(refundTargets, { error: "Choose where the money goes." }),
		amount: optionalAmount,
		/** Ids of invoice lines. None: the amount, or everything that is left. */
		lines: z
			.array(rowId)
			.max(50)
			.transform((ids) => (ids.length === 0 ? undefined : ids))
			.optional(),
		services: z.preprocess(
			(text) => (text === "" ? undefined : text),
			z.enum(refundedServiceChoices, { error: "Choose end or keep." }).optional(),
		),
		reason: requiredLine("Enter a reason. The customer sees it.", 200),
	})
	.refine(({ amount, lines }) => amount === undefined || lines === undefined, {
		path: ["lines"],
		error: "Enter an amount or choose lines, not both.",
	});
export type DeskRefund = z.output<typeof deskRefundSchema>;

export const recordPaymentSchema = z.object({
	method: z.enum(["bank", "cash"], { error: "Choose how it was paid." }),
	amount,
	/** The bank's reference or the number of the receipt book. */
	reference: requiredLine("Enter the bank's reference or the number of your receipt.", 60),
	reason,
});
export type RecordPayment = z.output<typeof recordPaymentSchema>;

export const giveCreditSchema = z.object({
	key: refundKey,
	amount,
	reason: requiredLine("Enter a reason. The customer sees it.", 200),
});
export const payBackCreditSchema = giveCreditSchema.extend({
	/** Of a payment that staff made, so that the customer finds it. */
	reference: requiredLine("Enter the receipt of M-Pesa or the bank's reference.", 60),
});
export type PayBackCredit = z.output<typeof payBackCreditSchema>;
export type GiveCredit = z.output<typeof giveCreditSchema>;

export const approvalSchema = z.object({ approvalId: rowId });
export const refuseApprovalSchema = approvalSchema.extend({ reason });
