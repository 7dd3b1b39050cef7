import { type Change, change, emit, emitAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import type { Invoice } from "~/db/schema";
import { createTaskPosition } from "~/db/task-position.server";
import { amountDue, creditFrom } from "~/features/invoices/billing";
import { invoiceUnchanged } from "~/features/invoices/invoice-changes.server";
import { normalizeInvoiceNumber } from "~/features/invoices/invoice-number";
import type { Orders } from "~/features/orders/orders.server";
import { missedPayments } from "~/features/problems/problem";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { DirectPayment, DirectPayments, DirectVerdict } from "~/platform/payment/direct-payments";
import type { Outcome, PaymentProvider } from "~/platform/payment/payment-provider";
import type { EventPayload } from "~/registry";
import type { WebhookAnswer } from "./handle-webhook.server";
import { initiatorAccepted, initiatorRefused } from "./initiator-changes.server";
import { createLedgerRepo } from "./ledger.repo.server";
import { createListedPayments } from "./listed-payments.server";
import { payableAmount } from "./payable";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import type { ReviewReason } from "./review-reason";
import type { Settlements } from "./settle-invoice.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoiceByNumber" | "checkPayable">;
	readonly providers: PaymentProviders;
	/** Fetches a payment's status from its provider and applies it. */
	readonly verify: (payment: PaymentRow) => Promise<Outcome["state"]>;
	readonly settleInvoice: Settlements["settleInvoice"];
	readonly settleDirect: Settlements["settleDirect"];
	readonly appOrigin: string;
}

/** How far back the list of payments is read, in ms. Safaricom's has the last 48 hours. */
const periods = { recent: 3 * HOUR, all: 47 * HOUR } as const;

/** Staff learn about a list that can't be read long before it loses payments. */
const unreadMs = 12 * HOUR;

/** After this time, a request that the provider has not decided is no longer paid, in ms. */
const decidedAfterMs = HOUR;

/** Stored and shown to staff. Safaricom allows 20 characters. */
const maxReference = 64;

type DirectProvider = PaymentProvider & { readonly direct: DirectPayments };

/** Payments that customers make without a request from us, with the invoice's number as account number. */
export function createDirectPayments(deps: Dependencies) {
	const { db, clock, orders, providers, verify, settleInvoice, settleDirect, appOrigin } = deps;
	const repo = createPaymentsRepo(db);
	const ledger = createLedgerRepo(db);
	const copies = createListedPayments({ db, clock, providers: providers.all.filter(isDirect).map(({ id }) => id) });

	const invoiceOf = (reference: string) => orders.invoiceByNumber(normalizeInvoiceNumber(reference));

	/** The provider whose notices have this address. */
	function findProvider(name: string, token: string): DirectProvider | "unknown_provider" | "unauthentic" {
		const provider = providers.ofWebhook(name);
		if (!isDirect(provider)) return "unknown_provider";
		return provider.direct.isNoticeToken(token) ? provider : "unauthentic";
	}

	/** Posts the money of a confirmed payment once. */
	const matchChange = (provider: string, payments: readonly DirectPayment[]): Change =>
		emitAll(
			"payment.match",
			payments.map(({ reference, ...payment }) => ({
				payload: { provider, method: "mpesa" as const, ...payment, reference: reference.slice(0, maxReference) },
				once: `${provider}:${payment.receipt}`,
			})),
		);

	/** Finds out for each reversal whether we asked for it, once. */
	const reversed = (provider: string, reversals: readonly DirectPayment[], now: number): Change =>
		emitAll(
			"refund.listed",
			reversals.map(({ paidAt, reference, ...reversal }) => ({
				payload: { provider, ...reversal, reference: reference.slice(0, maxReference), at: paidAt ?? now },
				once: `${provider}:${reversal.receipt}`,
			})),
		);

	async function judge({ reference, amount, currency }: DirectPayment): Promise<DirectVerdict> {
		const invoice = await invoiceOf(reference);
		if (invoice?.state !== "open" || invoice.currency !== currency) return "unknown_account";
		if (payableAmount(amountDue(invoice)).amount !== amount) return "wrong_amount";
		return (await orders.checkPayable(invoice)) ? "refused" : "accepted";
	}

	/** Until when the list of a provider's payments was read. */
	const listPosition = (provider: string) => createTaskPosition(db, `list of payments at ${provider}`);

	/**
	 * Reads the provider's list of payments, from where it was last read. Staff get a problem while it can't be read, and
	 * about a time that it does not have any more. @throws if the list can't be read
	 */
	async function readList({ id, direct }: DirectProvider, period: keyof typeof periods) {
		const now = clock();
		const position = listPosition(id);
		const stored = await position.read();
		const readUntil = stored === null ? null : Number(stored);
		const oldest = now - periods.all;
		const from = Math.max(oldest, Math.min(now, readUntil ?? now) - periods[period]);
		const unread = { kind: "unread-payments", subject: id } as const;
		try {
			const listed = await direct.list(from, now);
			const isMissed = readUntil !== null && readUntil < oldest;
			const missed = isMissed && missedPayments(id, readUntil, oldest);
			const about = { paymentsAt: id, from: readUntil ?? 0, until: oldest };
			const read = change(
				position.save(String(now), now),
				resolveProblem(db, unread, now),
				missed && reportProblem(db, { ...missed, about }, now),
			);
			return { listed, from, now, read };
		} catch (error) {
			const since = readUntil ?? now;
			const about = { paymentsAt: id, from: since, until: null };
			const failed = change(
				readUntil === null && position.save(String(now), now),
				since < now - unreadMs && reportProblem(db, { ...unread, about }, now),
			);
			await db.commit(failed, now);
			throw error;
		}
	}

	/** A request whose provider does not answer is not decided. */
	const decide = (request: PaymentRow): Promise<Outcome["state"]> =>
		verify(request).catch((error) => {
			logger.warn("direct_payment_failed", { paymentId: request.id, error });
			return "pending";
		});

	/**
	 * Our requests that this money may belong to: the provider sends a notice for them, too. True if one of them has this
	 * receipt now, null if one can still be paid.
	 */
	async function belongsToRequest(invoice: Invoice, direct: EventPayload<"payment.match">): Promise<boolean | null> {
		let isUndecided = false;
		for (const request of await repo.requestsOf(invoice.id, direct)) {
			const state = request.state === "succeeded" ? "succeeded" : await decide(request);
			const payment = (await repo.find(request.id)) ?? request;
			// Settled without a receipt, so this is its receipt.
			if (payment.state === "succeeded" && payment.receipt === payment.providerRef)
				await settleInvoice(payment, direct);
			if ((await repo.find(request.id))?.receipt === direct.receipt) return true;
			if (state === "pending" && request.createdAt + decidedAfterMs > clock()) isUndecided = true;
		}
		return isUndecided ? null : false;
	}

	return {
		/** The number that customers pay to. Null if there is none for the currency. */
		paybill(currency: Invoice["currency"]): string | null {
			const provider = providers.all.find((one) => isDirect(one) && one.takes.mpesa?.includes(currency));
			return provider?.direct?.paybill ?? null;
		},

		/**
		 * Whether a customer may pay, in the provider's words. If we can't tell, the customer may, because the money is
		 * matched or becomes a review.
		 */
		async validate(name: string, token: string, raw: Uint8Array) {
			const provider = findProvider(name, token);
			if (typeof provider === "string") return provider;
			const { direct } = provider;
			const payment = direct.parseNotice(raw);
			return direct.answerTo(payment ? await judge(payment) : "accepted");
		},

		/** Stores a notice of a payment, and asks the provider to confirm it. */
		async receiveNotice(name: string, token: string, raw: Uint8Array): Promise<WebhookAnswer> {
			const provider = findProvider(name, token);
			if (typeof provider === "string") return provider;
			const payment = provider.direct.parseNotice(raw);
			if (!payment) return "malformed";
			const { id } = provider;
			const { receipt } = payment;
			const event = {
				provider: id,
				dedupeKey: noticeKey(receipt),
				paymentId: null,
				body: new TextDecoder().decode(raw),
				authentic: true,
				receivedAt: clock(),
			};
			const asked = emit({
				kind: "payment.request-confirmation",
				payload: { provider: id, receipt },
				once: `${id}:${receipt}`,
			});
			await db.commit(change(ledger.event(event), asked), clock());
			return "accepted";
		},

		/** Asks the provider to confirm a payment. Returns false if it does not accept the question. */
		async requestConfirmation({
			provider: id,
			receipt,
		}: EventPayload<"payment.request-confirmation">): Promise<boolean> {
			const provider = providers.get(id);
			// The customer paid one of our requests, and its webhook has settled it.
			if (!isDirect(provider) || (await ledger.entryOf(id, receipt))) return true;
			const { webhookName = id } = provider;
			const resultUrl = (token: string) => `${appOrigin}/api/payments/${webhookName}/result/${token}`;
			try {
				await provider.direct.requestConfirmation(receipt, resultUrl);
				return true;
			} catch (error) {
				logger.warn("direct_payment_failed", { service: id, error });
				return false;
			}
		},

		/** The provider's answer to `requestConfirmation`. */
		async receiveConfirmation(name: string, token: string, raw: Uint8Array): Promise<WebhookAnswer> {
			const provider = providers.ofWebhook(name);
			if (!isDirect(provider)) return "unknown_provider";
			const { direct } = provider;
			const confirmation = direct.parseConfirmation(raw, token);
			if (confirmation.kind === "unauthentic" || confirmation.kind === "malformed") return confirmation.kind;
			if (confirmation.kind === "unconfirmed") {
				// The list of payments confirms it, if it exists.
				logger.warn("direct_payment_unconfirmed", { service: provider.id });
				const { refusedInitiator } = confirmation;
				if (refusedInitiator !== undefined)
					await db.commit(initiatorRefused(db, provider.id, refusedInitiator, clock()), clock());
				return "accepted";
			}
			const { receipt, amount, currency } = confirmation;
			const body = await ledger.eventBody(provider.id, noticeKey(receipt));
			const notice = body ? direct.parseNotice(new TextEncoder().encode(body)) : null;
			const payment = { receipt, amount, currency, reference: notice?.reference ?? "", paidAt: notice?.paidAt ?? null };
			const confirmed = change(matchChange(provider.id, [payment]), initiatorAccepted(db, provider.id, clock()));
			await db.commit(confirmed, clock());
			return "accepted";
		},

		/** Posts a confirmed payment. Returns false if it may belong to a request that the provider has not decided. */
		async match(direct: EventPayload<"payment.match">): Promise<boolean> {
			const { provider, method, receipt, amount, currency } = direct;
			if (await ledger.entryOf(provider, receipt)) return true;
			const invoice = await invoiceOf(direct.reference);
			const { creditLimit } = direct;
			const isAboveLimit = invoice && creditLimit !== undefined && creditFrom(invoice, amount).amount > creditLimit;
			if (!invoice || invoice.currency !== currency || isAboveLimit) {
				const reason: ReviewReason = !invoice
					? "unknown_account"
					: invoice.currency !== currency
						? "currency_mismatch"
						: "credit_limit";
				const body = JSON.stringify(direct);
				const review = { about: `${provider}:${receipt}`, provider, paymentId: null, reason, body, createdAt: clock() };
				await db.commit(ledger.review(review), clock());
				return true;
			}
			const isRequested = await belongsToRequest(invoice, direct);
			if (isRequested === null) return false;
			if (isRequested) return true;
			const received = { amount, currency, receipt };
			if (creditLimit === undefined) {
				await settleDirect(invoice, received, { provider, method });
				return true;
			}
			// How much becomes credit depends on what is due. A second person may have approved it since it became a review.
			const also = change(
				invoiceUnchanged(db, invoice),
				ledger.resolveReviews(`${provider}:${receipt}`, ["credit_limit"], clock()),
			);
			const state = await settleDirect(invoice, received, { provider, method }, also);
			if (state === "already_settled" && !(await ledger.entryOf(provider, receipt)))
				throw new Error(`Invoice ${invoice.number} was changed while a transfer was posted`);
			return true;
		},

		compare: copies.compare,

		/**
		 * Finds confirmed payments whose notices did not arrive and reversals, and copies the list for the report. `recent`
		 * reads less, if nothing was left out before.
		 */
		async reconcile(period: keyof typeof periods): Promise<void> {
			for (const provider of providers.all) {
				if (!isDirect(provider)) continue;
				const { listed, from, now, read } = await readList(provider, period);
				const { payments: listedPayments, reversals } = listed;
				await copies.store(provider.id, listedPayments, from, now);
				for (let start = 0; start < listedPayments.length; start += pageSize) {
					const page = listedPayments.slice(start, start + pageSize);
					const known = new Set(
						await ledger.knownReceipts(
							provider.id,
							page.map(({ receipt }) => receipt),
						),
					);
					const missing = page.filter(({ receipt }) => !known.has(receipt));
					if (missing.length > 0) await db.commit(matchChange(provider.id, missing), clock());
				}
				await db.commit(change(reversed(provider.id, reversals, now), read), now);
			}
		},
	};
}

const pageSize = 50;

const noticeKey = (receipt: string): string => `notice:${receipt}`;

const isDirect = (provider: PaymentProvider | undefined): provider is DirectProvider => provider?.direct !== undefined;
