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
import type { Cards, ChargeableCard } from "./cards.server";
import { nextCheckAt } from "./check-schedule";
import { isReplaceable, isSame } from "./open-attempt";
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
	readonly cards: Pick<Cards, "chargeable">;
	/** Asks the provider how a payment stands, and does what the answer means. */
	readonly verify: (payment: PaymentRow) => Promise<void>;
	readonly appOrigin: string;
}

type Payer = Pick<Customer, "id" | "email">;

/** Where the money is to come from. */
interface Source {
	readonly method: PaymentMethod;
	readonly phone: string | null;
	/** A kept one; null for a card that is typed at the provider. */
	readonly card: ChargeableCard | null;
	readonly keepCard: boolean;
	readonly payRenewals: boolean;
}

const noSource = { method: "card", phone: null, card: null, keepCard: false, payRenewals: false } as const;

interface PaymentRequest {
	readonly customer: Payer;
	readonly invoice: InvoiceRow;
	readonly source: Source;
}

/** An attempt without an answer from its provider is given this long, then the provider is asked again. */
const startingTime = 15 * SECOND;
/** Until the provider says how long it really is. */
const answerTime = { mpesa: 60 * SECOND, card: 15 * MINUTE } as const;
const unansweredLimit = { count: 5, window: 10 * MINUTE } as const;

/** Asks the customer for an invoice's money. One open request per invoice and method: pressing twice is one request. */
export function createStartPayment({ db, clock, orders, provider, cards, verify, appOrigin }: Dependencies) {
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
		const source = await sourceOf(customer, input);
		if (!source.ok) return source;
		const { method, phone } = source.value;
		if (!methodsFor(amountDue(invoice)).includes(method)) {
			return fail("invalid", "This invoice can be paid by card only.", { fields: { method: "Choose card." } });
		}

		const attempt = newAttempt(customer, invoice, source.value);
		const found = await repo.openAttempt(invoiceId, method);
		const open = found && found.expiresAt > clock() ? found : null;
		const request = { customer, invoice, source: source.value };
		if (open && isSame(open, attempt)) return resume(open, request);
		if (open && !isReplaceable(open)) return undecided(open);

		const blocked = phone && !open && (await nuisance(phone));
		if (blocked) return blocked;
		try {
			await repo.insert(attempt, attempt.nextCheckAt, open?.id ?? null);
		} catch (error) {
			if (!violates(error, "payments.invoice_id")) throw error;
			const winner = await repo.openAttempt(invoiceId, method);
			if (!winner) return busy();
			return isSame(winner, attempt) ? resume(winner, request) : undecided(winner);
		}
		return ask(attempt, request);
	};

	async function sourceOf({ id: userId }: Payer, input: StartPaymentInput): Promise<Result<Source>> {
		switch (input.method) {
			case "mpesa": {
				const phone = readPhone(input.phone);
				return phone.ok ? ok({ ...noSource, method: "mpesa", phone: phone.value }) : phone;
			}
			case "card":
				return ok({
					...noSource,
					keepCard: input.keep === "on" || input.renewals === "on",
					payRenewals: input.renewals === "on",
				});
			case "saved": {
				const card = await cards.chargeable({ userId }, input.card);
				return card.ok ? ok({ ...noSource, card: card.value }) : card;
			}
		}
	}

	/** An attempt that is open already: the same one goes on, wherever it was interrupted. */
	async function resume(open: PaymentRow, request: PaymentRequest): Promise<Result<StartedAttempt>> {
		const { keepCard, payRenewals } = request.source;
		if (open.keepCard !== keepCard || open.payRenewals !== payRenewals)
			await repo.setWish(open.id, { keepCard, payRenewals });
		if (open.providerRef === null && open.createdAt + startingTime <= clock()) return ask(open, request);
		return ok({ paymentId: open.id, redirectUrl: open.redirectUrl });
	}

	/** Two requests at once for one invoice's money could both be paid. */
	function undecided(open: PaymentRow): Result<never> {
		const retryAfter = Math.max(1, Math.ceil((open.expiresAt - clock()) / SECOND));
		if (open.phone === null) {
			const message = "A payment by card is on its way for this invoice. Wait a moment for the bank's answer.";
			return fail("conflict", message, { code: "request_open", retryAfter });
		}
		const message = `A request is waiting on ${open.phone}. Answer it there, or use another number in ${retryAfter} seconds.`;
		return fail("conflict", message, { code: "request_open", retryAfter, fields: { phone: message } });
	}

	/** The request itself. If it fails or gets lost, the attempt stays open and the same one is asked for again. */
	async function ask(
		attempt: Pick<PaymentRow, "id" | "method" | "amount" | "currency" | "phone" | "callbackToken">,
		{ customer, invoice, source }: PaymentRequest,
	): Promise<Result<StartedAttempt>> {
		try {
			const started = await provider.start({
				attemptId: attempt.id,
				method: attempt.method,
				invoiceNumber: invoice.number,
				amount: attempt.amount,
				currency: attempt.currency,
				...(source.card && { cardToken: source.card.token }),
				payer: { email: customer.email, ...(attempt.phone && { phone: attempt.phone }) },
				returnUrl: `${appOrigin}/pay/${invoice.id}`,
				webhookUrl: `${appOrigin}/api/payments/${provider.id}/${attempt.callbackToken}`,
			});
			const redirectUrl = started.next.kind === "redirect" ? started.next.url : null;
			const { providerRef, expiresAt } = started;
			await repo.setStarted(attempt.id, { providerRef, redirectUrl, expiresAt });
			if (started.next.kind === "decided") await lookNow(attempt.id);
			return ok({ paymentId: attempt.id, redirectUrl });
		} catch (error) {
			console.warn("payment start", attempt.id, error instanceof Error ? error.message : error);
			return busy();
		}
	}

	/** The bank has answered: the customer need not wait for the first check. Without an answer now, it brings it. */
	async function lookNow(paymentId: string): Promise<void> {
		const payment = await repo.find(paymentId);
		if (!payment) return;
		await verify(payment).catch((error) =>
			console.warn("payment look", paymentId, error instanceof Error ? error.message : error),
		);
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

	function newAttempt(customer: Payer, invoice: InvoiceRow, { method, phone, card, keepCard, payRenewals }: Source) {
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
			cardId: card?.id ?? null,
			keepCard,
			payRenewals,
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
