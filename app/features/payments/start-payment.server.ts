import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { amountDue } from "~/features/invoices/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import type { Cards, ChargeableCard } from "./cards.server";
import { defaultSource, newAttempt, type Source } from "./new-attempt";
import { isClearing, isReplaceable, isSameAttempt } from "./open-attempt";
import { methodsFor, payableAmount } from "./payable";
import type { StartPaymentInput } from "./payment.schema";
import { firstCheck } from "./payment-check.server";
import { methodsInSentence, type PaymentMethod } from "./payment-method";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type LatestRequests, type PaymentRow } from "./payments.repo.server";
import { ownLimit, phoneDelay, requestsAllowed, type UnwantedRequests, unwantedWindowMs } from "./phone-limit";
import { readPhone } from "./read-phone";
import { providerUnavailable, type RequestPayment, type StartedAttempt } from "./request-payment.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice" | "checkPayable">;
	readonly providers: Pick<PaymentProviders, "taking" | "methods" | "get">;
	readonly cards: Pick<Cards, "chargeable">;
	readonly requestPayment: RequestPayment;
}

type Payer = Pick<Customer, "id" | "email">;

type ChosenSource = Source & { readonly card: ChargeableCard | null };

type PhoneCoolDown = NonNullable<PaymentProvider["phoneCoolDown"]>;

interface PaymentRequest {
	readonly customer: Payer;
	readonly invoice: Invoice;
	readonly source: ChosenSource;
	/** The page of ours to which the provider leads back. The customer's payment page if it is missing. */
	readonly returnPath: string | undefined;
}

interface StartOptions {
	/** For a prompt that the schedule sends: a guard that makes it stale if it must not be sent. */
	readonly requirePrompt?: () => Change;
	/** For someone with the invoice's pay link: their page. */
	readonly byLink?: { readonly returnPath: string };
}

/** How long to wait for the provider's answer before the attempt is sent again. */
export const startTimeoutMs = 15 * SECOND;

export type StartPayment = ReturnType<typeof createStartPayment>;

/**
 * Starts a payment. One open attempt per invoice and method, so that pressing twice makes one request.
 */
export function createStartPayment({ db, clock, orders, providers, cards, requestPayment }: Dependencies) {
	const repo = createPaymentsRepo(db);

	return async function start(
		customer: Payer,
		invoiceId: string,
		input: StartPaymentInput,
		{ requirePrompt, byLink }: StartOptions = {},
	): Promise<Result<StartedAttempt>> {
		const invoice = await orders.ownInvoice({ userId: customer.id }, invoiceId);
		if (!invoice) return fail("not_found", "There is no such invoice.");
		if (invoice.state === "paid") return fail("conflict", "This invoice is already paid.", { code: "already_paid" });
		if (invoice.state !== "open") return fail("conflict", "This invoice was cancelled.", { code: "not_payable" });
		const obstacle = await orders.checkPayable(invoice);
		if (obstacle) return byLink ? notPayableByLink() : { ok: false, error: obstacle };
		const source = await readSource(customer, input);
		if (!source.ok) return source;
		const { method, phone } = source.value;
		// A saved card can only be charged by the provider that issued its token.
		const { card } = source.value;
		const provider = card ? providers.get(card.provider) : providers.taking(method, invoice.currency);
		const offered = methodsFor(amountDue(invoice), providers.methods(invoice.currency));
		if (!provider || (!card && !offered.includes(method))) return notOffered(offered);

		const now = clock();
		const amount = payableAmount(amountDue(invoice));
		const made = newAttempt(
			{
				...{ userId: customer.id, invoiceId, provider: provider.id, amount, source: source.value },
				byLink: byLink !== undefined,
			},
			now,
		);
		const attempt = { ...made, prompted: requirePrompt !== undefined };
		const found = await repo.openAttempt(invoiceId, method, now);
		const open = found && found.expiresAt > now ? found : null;
		const details = { customer, invoice, source: source.value, returnPath: byLink?.returnPath };
		// A prompt does not repeat what the customer has just started.
		if (open && requirePrompt && !open.prompted) return requestOpenError(open, attempt);
		if (open && isSameAttempt(open, attempt)) return resume(open, details);
		if (open && !isReplaceable(open)) return requestOpenError(open, attempt);

		const payer = phone && !open ? { userId: customer.id, phone, byLink: attempt.byLink } : null;
		const since = now - unwantedWindowMs;
		const requests = payer && (await repo.unwantedRequests(payer, since));
		const request = payer && { provider: provider.id, phone: payer.phone, amount: amount.amount };
		const coolDown = request && provider.phoneCoolDown;
		const blocked =
			(requests && checkPhoneLimit(requests, payer, now)) ||
			(coolDown && checkCoolDown(await repo.latestRequests(request), coolDown, now));
		if (blocked) return blocked;
		const inserted = change(
			requirePrompt?.(),
			coolDown && repo.requireCoolDown(invoiceId, request, coolDown, now),
			requests && repo.requireFewUnwanted(invoiceId, payer, { own: ownLimit, all: requestsAllowed(requests), since }),
			repo.insert(attempt, open?.id),
			firstCheck(attempt),
		);
		const { state } = await db.commit(inserted, now);
		if (state === "ok") return send(attempt, details);
		const winner = await repo.openAttempt(invoiceId, method, now);
		if (!winner) {
			return (
				(payer && checkPhoneLimit(await repo.unwantedRequests(payer, since), payer, now)) ||
				(coolDown && checkCoolDown(await repo.latestRequests(request), coolDown, now)) ||
				providerUnavailable()
			);
		}
		return isSameAttempt(winner, attempt) ? resume(winner, details) : requestOpenError(winner, attempt);
	};

	async function readSource({ id: userId }: Payer, input: StartPaymentInput): Promise<Result<ChosenSource>> {
		switch (input.method) {
			case "mpesa": {
				const phone = readPhone(input.phone);
				return phone.ok ? ok({ ...defaultSource, method: "mpesa", phone: phone.value }) : phone;
			}
			case "card":
				return ok({
					...defaultSource,
					keepCard: input.keep === "on" || input.renewals === "on",
					payRenewals: input.renewals === "on",
				});
			case "paypal":
				return ok({ ...defaultSource, method: "paypal" });
			case "saved": {
				const card = await cards.chargeable({ userId }, input.card);
				return card.ok ? ok({ ...defaultSource, card: card.value }) : card;
			}
		}
	}

	/** Continues an open attempt from where it was interrupted. */
	async function resume(open: PaymentRow, request: PaymentRequest): Promise<Result<StartedAttempt>> {
		const { keepCard, payRenewals } = request.source;
		if (open.keepCard !== keepCard || open.payRenewals !== payRenewals)
			await db.commit(repo.setCardOptions(open.id, { keepCard, payRenewals }), clock());
		const isUnanswered = open.providerRef === null && open.createdAt + startTimeoutMs <= clock();
		if (isUnanswered && !providers.get(open.provider)?.asksAgain) return send(open, request);
		return ok({ paymentId: open.id, redirectUrl: open.redirectUrl });
	}

	/** Refuses a second request, because both could be paid. One with a pay link learns nothing about the first. */
	function requestOpenError(open: PaymentRow, { byLink }: Pick<PaymentRow, "byLink">): Result<never> {
		const retryAfter = Math.max(1, Math.ceil((open.expiresAt - clock()) / SECOND));
		if (byLink) {
			const message = isClearing(open)
				? "This invoice was paid with PayPal, and the money is on its way to us. Don't pay it again."
				: `A payment of this invoice is in progress. Try again in ${formatSeconds(retryAfter)}.`;
			return fail("conflict", message, { code: "request_open", retryAfter });
		}
		if (open.phone === null) {
			const message = isClearing(open)
				? "You have paid this invoice with PayPal, and the money is on its way to us. You don't have to pay again."
				: "A card payment for this invoice is in progress. Wait a moment for the bank's answer.";
			return fail("conflict", message, { code: "request_open", retryAfter });
		}
		const message = `We already sent a request to ${open.phone}. Approve or decline it there, or use another number in ${retryAfter} seconds.`;
		return fail("conflict", message, { code: "request_open", retryAfter, fields: { phone: message } });
	}

	function send(attempt: Parameters<RequestPayment>[0], { customer, invoice, source, returnPath }: PaymentRequest) {
		return requestPayment(attempt, { email: customer.email, invoice, cardToken: source.card?.token, returnPath });
	}

	/** Keeps the time that the provider needs between two requests to a phone. */
	function checkCoolDown(
		{ anyAmountAt, sameAmountAt }: LatestRequests,
		{ anyAmountMs, sameAmountMs }: PhoneCoolDown,
		now: number,
	): Result<never> | null {
		const until = Math.max((anyAmountAt ?? 0) + anyAmountMs, (sameAmountAt ?? 0) + sameAmountMs);
		if (until <= now) return null;
		const retryAfter = Math.ceil((until - now) / SECOND);
		const message = `We sent a request to this number a moment ago. Wait ${retryAfter} seconds before the next one, or pay another way.`;
		return fail("rate_limited", message, { retryAfter, fields: { phone: message } });
	}

	/** Limits unanswered and declined requests per phone, so that no one can spam a phone. */
	function checkPhoneLimit(
		requests: UnwantedRequests,
		{ byLink }: Pick<PaymentRow, "byLink">,
		now: number,
	): Result<never> | null {
		const delay = phoneDelay(requests, now);
		if (delay === 0) return null;
		const retryAfter = Math.ceil(delay / SECOND);
		const message = tooManyRequests(requests, byLink, retryAfter);
		return fail("rate_limited", message, { retryAfter, fields: { phone: message } });
	}
}

function notOffered(offered: readonly PaymentMethod[]): Result<never> {
	const names = offered.map((method) => methodsInSentence[method]);
	const [name] = names;
	if (name === undefined) return fail("invalid", "This invoice can't be paid online. Contact us to pay it.");
	const message = `This invoice can be paid by ${names.join(" or ")} only.`;
	return fail("invalid", message, { fields: { method: `Choose ${name}.` } });
}

const notPayableByLink = () =>
	fail("conflict", "This invoice can't be paid at the moment. Ask the person who sent you the link.", {
		code: "not_payable",
	});

function tooManyRequests({ own, knownAs }: UnwantedRequests, byLink: boolean, seconds: number): string {
	const message = "Several requests to this number were declined or not answered.";
	if (own >= ownLimit) return `${message} Try another number or a card, or wait ten minutes.`;
	const wait = `${message} Wait ${seconds} seconds, then try again.`;
	return knownAs === null && !byLink ? `${wait} If it is your number, add it to your profile.` : wait;
}
