import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { formatMoment, kenya } from "~/lib/dates";
import { equalInConstantTime } from "~/lib/hmac";
import { logger } from "~/lib/log.server";
import { formatMoney, money } from "~/lib/money";
import type {
	DisputeNotice,
	Outcome,
	PaymentProvider,
	RefundNotice,
	Webhook,
} from "~/platform/payment/payment-provider";
import { createLedgerRepo } from "./ledger.repo.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import type { ReviewReason } from "./review-reason";

/** The answer to the provider. `retry` makes it send the message again. */
export type WebhookAnswer = "accepted" | "under_review" | "unauthentic" | "malformed" | "unknown_provider" | "retry";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: Pick<PaymentProviders, "ofWebhook">;
	readonly verify: (payment: PaymentRow) => Promise<unknown>;
}

/**
 * Handles a webhook of a payment provider. Even a message with a valid signature only makes us fetch the status from the
 * provider. Safe to deliver any number of times, in any order.
 */
export function createHandleWebhook({ db, clock, providers, verify }: Dependencies) {
	const repo = createPaymentsRepo(db);
	const ledger = createLedgerRepo(db);

	/** A provider that can't check the signature now sends the message again. */
	const read = (provider: PaymentProvider, raw: Uint8Array, headers: Headers): Promise<Webhook | null> =>
		provider.parseWebhook(raw, headers, clock()).catch((error) => {
			logger.warn("webhook_failed", { service: provider.id, error });
			return null;
		});

	/** The payment that is named in a proven message, or the one that the message's address belongs to. */
	async function findPayment(
		{ id, webhookProof, webhookTokens = [] }: PaymentProvider,
		token: string | null,
		{ attemptId, providerRef }: WebhookEvent,
	): Promise<PaymentRow | undefined> {
		const isSigned = webhookProof === "signature";
		const isOwnAddress = token !== null && webhookTokens.some((own) => equalInConstantTime(own, token));
		if (attemptId !== undefined && (isSigned || isOwnAddress)) {
			const named = await repo.find(attemptId);
			return named?.provider === id ? named : undefined;
		}
		if (token !== null) return repo.findByToken(id, token);
		return isSigned ? repo.findByProviderRef(id, providerRef) : undefined;
	}

	/**
	 * A refund is read from its provider, which also shows refunds that we did not ask for. A dispute becomes a review, once.
	 * One that ends is no longer open, also if the message about its begin comes later.
	 */
	async function handleNotice(
		{ id: provider, refunds }: PaymentProvider,
		notice: RefundNotice | DisputeNotice,
		raw: Uint8Array,
	): Promise<WebhookAnswer> {
		const payment = await repo.findByKey(provider, notice.payment);
		const now = clock();
		const { dedupeKey } = notice;
		const paymentId = payment?.id ?? null;
		const message = { provider, dedupeKey, paymentId, body: new TextDecoder().decode(raw) };
		await db.commit(
			change(
				ledger.event({ ...message, authentic: true, receivedAt: now }),
				notice.kind === "dispute" && disputeChange(ledger, provider, notice, payment, now),
				notice.kind === "refund" && payment && refunds?.made && refundNoticed(payment, notice.reference, dedupeKey),
			),
			now,
		);
		return "accepted";
	}

	/**
	 * @param callbackToken the payment's, from the address. Null for providers that send all messages to one address
	 * @param raw the unchanged bytes of the body, which the signature covers
	 */
	return async function handleWebhook(
		name: string,
		callbackToken: string | null,
		raw: Uint8Array,
		headers: Headers,
	): Promise<WebhookAnswer> {
		const provider = providers.ofWebhook(name);
		if (!provider) return "unknown_provider";
		const { id: providerId, webhookProof } = provider;
		const webhook = await read(provider, raw, headers);
		if (webhook === null) return "retry";
		if (webhook.kind === "ignored") return "accepted";
		if (webhook.kind === "refund" || webhook.kind === "dispute") return handleNotice(provider, webhook, raw);
		if (webhook.kind !== "event") {
			logger.warn("webhook_rejected", { service: providerId, reason: webhook.kind });
			return webhook.kind;
		}

		const payment = await findPayment(provider, callbackToken, webhook);
		// Without a signature, only the token shows who sent it.
		if (!payment && webhookProof === "address") return "unauthentic";
		const body = new TextDecoder().decode(raw);
		const mismatch = payment ? findMismatch(payment, webhook) : "unknown_payment";
		const paymentId = payment?.id ?? null;
		const { dedupeKey } = webhook;
		const receivedAt = clock();
		const event = { provider: providerId, dedupeKey, paymentId, body, authentic: true, receivedAt };
		const about = paymentId ?? dedupeKey;
		const review = mismatch !== null && {
			about,
			provider: providerId,
			paymentId,
			reason: mismatch,
			body,
			createdAt: receivedAt,
		};
		const confirmsLater = webhookProof === "address" && payment && !mismatch;
		// A notice without a status about a paid payment may mean that the money went back.
		const mayBeReturned = confirmsLater && payment.state === "succeeded" && provider.refunds?.made !== undefined;
		const stored = change(
			ledger.event(event),
			mayBeReturned && refundNoticed(payment, null, dedupeKey),
			review && ledger.review(review),
			confirmsLater &&
				emit({
					kind: "payment.confirm",
					payload: { paymentId: payment.id, providerRef: webhook.providerRef, claimed: webhook.claim.state },
					userId: payment.userId,
					once: `${providerId}:${dedupeKey}`,
				}),
		);
		await db.commit(stored, receivedAt);
		if (webhookProof === "address") return "accepted";
		if (!payment || mismatch) return "under_review";

		if (payment.state === "succeeded") return "accepted";
		try {
			// The webhook may arrive before the answer to our request, so take the reference from it.
			await verify({ ...payment, providerRef: payment.providerRef ?? webhook.providerRef });
			return "accepted";
		} catch (error) {
			logger.warn("webhook_failed", { service: provider.id, paymentId: payment.id, error });
			return "retry";
		}
	};
}

const refundNoticed = ({ id: paymentId, provider, userId }: PaymentRow, reference: string | null, dedupeKey: string) =>
	emit({ kind: "refund.adopt", payload: { paymentId, reference }, userId, once: `${provider}:${dedupeKey}` });

/** One review and one email for each dispute. */
function disputeChange(
	ledger: ReturnType<typeof createLedgerRepo>,
	provider: string,
	{ disputeId, isOpen, amount, currency, reason, respondBy }: DisputeNotice,
	payment: PaymentRow | undefined,
	now: number,
): Change {
	const about = `dispute:${provider}:${disputeId}`;
	const body = JSON.stringify({
		dispute: disputeId,
		amount: amount === null || currency === null ? null : formatMoney(money(amount, currency)),
		reason,
		respondBy: respondBy === null ? null : formatMoment(respondBy, kenya),
	});
	return change(
		ledger.review({ about, provider, paymentId: payment?.id ?? null, reason: "dispute", body, createdAt: now }),
		!isOpen && ledger.resolveReviews(about, ["dispute"], now),
	);
}

type WebhookEvent = Extract<Webhook, { kind: "event" }>;

/** Returns why a message contradicts its payment, or null. Such a message goes to staff and changes nothing. */
function findMismatch(payment: PaymentRow, webhook: WebhookEvent): ReviewReason | null {
	if (payment.providerRef !== null && payment.providerRef !== webhook.providerRef) return "other_reference";
	return findClaimMismatch(payment, webhook.claim);
}

function findClaimMismatch(payment: PaymentRow, claim: Outcome): ReviewReason | null {
	if (claim.state !== "succeeded") return null;
	if (claim.currency !== undefined && claim.currency !== payment.currency) return "currency_mismatch";
	if (claim.amount !== undefined && claim.amount !== payment.amount) return "amount_mismatch";
	return null;
}
