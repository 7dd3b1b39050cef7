import { encodeHexLowerCase } from "@oslojs/encoding";
import { type Database, violates } from "../../db/client.server";
import type { PaymentMethod } from "../../db/schema";
import { isKenyanMobile, toE164 } from "../../lib/phone";
import { fail, ok, type Result } from "../../lib/result";
import { type Clock, MINUTE, SECOND } from "../../platform/clock";
import { createId } from "../../platform/ids";
import type { PaymentProvider } from "../../platform/payment/payment-provider";
import type { Customer } from "../accounts/customer";
import { amountDue } from "../orders/billing";
import type { InvoiceRow, Orders } from "../orders/orders.server";
import { nextCheckAt } from "./check-schedule";
import { methodsFor, payableAmount } from "./payable";
import type { StartPaymentInput } from "./payment.schema";
import { type PaymentRow, paymentsRepo } from "./payments.repo.server";

/** Where the customer goes on: a page of the provider, or null to wait for the phone. */
export interface StartedAttempt {
	readonly paymentId: string;
	readonly redirectUrl: string | null;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice">;
	readonly provider: PaymentProvider;
	readonly appOrigin: string;
}

type Payer = Pick<Customer, "id" | "email">;

/** An attempt without an answer from its provider is given this long, then the provider is asked again. */
const startingTime = 15 * SECOND;
/** Until the provider says how long it really is. */
const answerTime = { mpesa: 60 * SECOND, card: 15 * MINUTE } as const;
const unansweredLimit = { count: 5, window: 10 * MINUTE } as const;

/** Asks the customer for an invoice's money. One open request per invoice and method: pressing twice is one request. */
export function createStartPayment({ db, clock, orders, provider, appOrigin }: Dependencies) {
	const repo = paymentsRepo(db);

	return async function start(
		customer: Payer,
		invoiceId: string,
		input: StartPaymentInput,
	): Promise<Result<StartedAttempt>> {
		const invoice = await orders.ownInvoice({ userId: customer.id }, invoiceId);
		if (!invoice) return fail("not_found", "There is no such invoice.");
		if (invoice.state === "paid") return fail("conflict", "This invoice is paid already.", { code: "already_paid" });
		if (invoice.state !== "open") return fail("conflict", "This invoice was cancelled.", { code: "not_payable" });
		if (!methodsFor(amountDue(invoice)).includes(input.method)) {
			return fail("invalid", "This invoice can be paid by card only.", { fields: { method: "Choose card." } });
		}

		const phone = input.method === "mpesa" ? readPhone(input.phone) : ok(null);
		if (!phone.ok) return phone;
		const open = await repo.openAttempt(invoiceId, input.method);
		if (open && open.expiresAt > clock()) return resume(open, phone.value, customer, invoice);

		const blocked = phone.value && (await nuisance(phone.value));
		if (blocked) return blocked;
		const attempt = newAttempt(customer, invoice, input.method, phone.value);
		try {
			await repo.insert(attempt, attempt.nextCheckAt);
		} catch (error) {
			if (!violates(error, "payments.invoice_id")) throw error;
			const winner = await repo.openAttempt(invoiceId, input.method);
			return winner ? resume(winner, phone.value, customer, invoice) : busy();
		}
		return ask(attempt, customer, invoice);
	};

	/** An attempt that is open already: the same one goes on, wherever it was interrupted. */
	async function resume(
		open: PaymentRow,
		phone: string | null,
		customer: Payer,
		invoice: InvoiceRow,
	): Promise<Result<StartedAttempt>> {
		if (open.phone !== phone) {
			const retryAfter = Math.max(1, Math.ceil((open.expiresAt - clock()) / SECOND));
			const message = `A request is waiting on ${open.phone}. Answer it there, or use another number in ${retryAfter} seconds.`;
			return fail("conflict", message, { code: "request_open", retryAfter, fields: { phone: message } });
		}
		if (open.providerRef === null && open.createdAt + startingTime <= clock()) return ask(open, customer, invoice);
		return ok({ paymentId: open.id, redirectUrl: open.redirectUrl });
	}

	/** The request itself. If it fails or gets lost, the attempt stays open and the same one is asked for again. */
	async function ask(
		attempt: Pick<PaymentRow, "id" | "method" | "amount" | "currency" | "phone" | "callbackToken">,
		customer: Payer,
		invoice: InvoiceRow,
	): Promise<Result<StartedAttempt>> {
		try {
			const started = await provider.start({
				attemptId: attempt.id,
				method: attempt.method,
				invoiceNumber: invoice.number,
				amount: attempt.amount,
				currency: attempt.currency,
				payer: { email: customer.email, ...(attempt.phone && { phone: attempt.phone }) },
				returnUrl: `${appOrigin}/pay/${invoice.id}`,
				webhookUrl: `${appOrigin}/api/payments/${provider.id}/${attempt.callbackToken}`,
			});
			const redirectUrl = started.next.kind === "redirect" ? started.next.url : null;
			const { providerRef, expiresAt } = started;
			await repo.setStarted(attempt.id, { providerRef, redirectUrl, expiresAt });
			return ok({ paymentId: attempt.id, redirectUrl });
		} catch (error) {
			console.warn("payment start", attempt.id, error instanceof Error ? error.message : error);
			return busy();
		}
	}

	/** Nobody's phone is to be made to ring all day, by mistake or on purpose. */
	async function nuisance(phone: string): Promise<Result<never> | null> {
		const unanswered = await repo.countUnanswered(phone, clock() - unansweredLimit.window);
		if (unanswered < unansweredLimit.count) return null;
		const message =
			"Several requests to this number were not answered. Try another number or a card, or wait ten minutes.";
		return fail("rate_limited", message, {
			retryAfter: unansweredLimit.window / SECOND,
			fields: { phone: message },
		});
	}

	function newAttempt(customer: Payer, invoice: InvoiceRow, method: PaymentMethod, phone: string | null) {
		const now = clock();
		const { amount, currency } = payableAmount(amountDue(invoice), method);
		return {
			id: createId("pay", now),
			invoiceId: invoice.id,
			userId: customer.id,
			provider: provider.id,
			method,
			providerRef: null,
			// Hex, since M-Pesa refuses addresses in which words such as "sql" or "exe" occur.
			callbackToken: encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(32))),
			amount,
			currency,
			phone,
			state: "pending" as const,
			redirectUrl: null,
			nextCheckAt: nextCheckAt(now, 0) ?? now,
			expiresAt: now + answerTime[method],
			createdAt: now,
		};
	}
}

function readPhone(typed: string): Result<string> {
	const phone = toE164(typed, "KE");
	if (phone && isKenyanMobile(phone)) return ok(phone);
	const message = "Enter a Safaricom number such as 0712 345 678.";
	return fail("invalid", message, { fields: { phone: message } });
}

const busy = () =>
	fail("unavailable", "The payment service does not answer just now. Your order is safe: try again in a moment.", {
		retryAfter: 15,
	});
