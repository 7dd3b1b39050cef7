import { audit, type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { forEachDue, runBudget } from "~/db/run-budget";
import type { WebhookAnswer } from "~/features/payments/handle-webhook.server";
import { initiatorAccepted, initiatorRefused } from "~/features/payments/initiator-changes.server";
import { ledgerEntryAdded, paymentMessageAdded } from "~/features/payments/ledger-changes.server";
import type { PaymentProviders } from "~/features/payments/payment-providers";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { money } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import { withTimeout } from "~/lib/with-timeout";
import type { RefundOutcome, RefundRequest } from "~/platform/payment/provider-refunds";
import { nextRefundCheckAt } from "./check-schedule";
import { refundEntry } from "./issue-credit-note.server";
import type { RefundAction } from "./refund.schema";
import { refundReview, refundReviewed } from "./refund-reviews.server";
import type { RefundState } from "./refund-state";
import { createRefundsRepo, type DueRefund } from "./refunds.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: PaymentProviders;
	readonly appOrigin: string;
	readonly timeoutMs?: number;
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof createRefundsRepo>["find"]>>>;

/** Sends refunds to the payments' providers and follows them to the end. */
export function createRefundProgress(deps: Dependencies) {
	const { db, clock, providers, appOrigin, timeoutMs = 20 * SECOND } = deps;
	const repo = createRefundsRepo(db);

	/** What the provider gets. Null if there is no payment or its provider makes no refunds. */
	function requestOf({ refund, payment, invoiceNumber }: Found) {
		const provider = providers.get(refund.provider);
		if (!payment || !provider?.refunds) return null;
		const { method, receipt } = payment;
		// A payment that was made without a request has only its receipt.
		const providerRef = payment.providerRef ?? receipt ?? payment.id;
		const request: RefundRequest = {
			// Trying again after a failure is another refund at the provider.
			refundId: refund.round === 0 ? refund.id : `${refund.id}-${refund.round}`,
			...{ providerRef, method, amount: refund.amount, currency: refund.currency },
			// A payment that was settled without a receipt has its reference instead.
			receipt: receipt === payment.providerRef ? null : receipt,
			reason: `Refund of invoice ${invoiceNumber}`,
			resultUrl: `${appOrigin}/api/payments/${provider.webhookName ?? provider.id}/refund/${refund.callbackToken}`,
			reference: refund.reference,
		};
		return { request, refunds: provider.refunds };
	}

	/** Asks the provider to refund, or how the refund ended. */
	async function ask(found: Found): Promise<void> {
		const asked = requestOf(found);
		if (!asked) return;
		const { request, refunds } = asked;
		const outcome = await withTimeout(
			request.reference === null ? refunds.request(request) : refunds.fetchStatus(request),
			timeoutMs,
		);
		await apply(found, outcome, refunds.reportsResult);
	}

	const eventParams = ({ refund, invoiceNumber: invoice, creditNote }: Found) => ({
		...{ money: money(refund.amount, refund.currency), invoice, creditNote },
	});

	/** Tells the customer how the refund ended. */
	function told(found: Found, kind: "refund.sent" | "refund.credited", actor: "system" | "staff"): Change {
		const { id, userId, invoiceId } = found.refund;
		const params = eventParams(found);
		return change(
			log({ kind, actor, params, owner: { userId }, subjectId: invoiceId }),
			notify({ kind, userId, params: { ...params, invoiceId }, once: id }),
		);
	}

	/** Stores an outcome. Returns false if the refund can no longer have it. */
	async function apply(
		found: Found,
		outcome: RefundOutcome,
		reportsResult: boolean,
		by: "system" | "staff" = "system",
		recorded?: Change,
	) {
		const { refund, creditNote } = found;
		const { reference } = outcome;
		const now = clock();
		switch (outcome.state) {
			case "pending": {
				const pending = change(
					repo.setPending(refund, reference, reportsResult ? undefined : null),
					!reportsResult && refundReview(db, refund, { reason: "refund_unconfirmed", creditNote }, now),
				);
				return (await db.commit(pending, now)).state === "ok";
			}
			case "failed": {
				const { reason: failure } = outcome;
				const failed = change(
					recorded,
					repo.setFailed(refund, failure),
					refundReview(db, refund, { reason: "refund_failed", creditNote, failure }, now),
				);
				return (await db.commit(failed, now)).state === "ok";
			}
			case "succeeded": {
				const succeeded = change(
					recorded,
					repo.setSucceeded(refund, reference, now),
					ledgerEntryAdded(db, refundEntry(refund, now)),
					refundReviewed(db, refund, now),
					told(found, "refund.sent", by),
				);
				if ((await db.commit(succeeded, now)).state === "ok") return true;
				const current = (await repo.find(refund.id))?.refund;
				if (current?.state === "credited")
					await db.commit(refundReview(db, current, { reason: "refund_paid_twice", creditNote }, now), now);
				// Someone at the desk has to know that another person was faster.
				return current?.state === "succeeded" && !recorded;
			}
		}
	}

	/**
	 * One scheduled check of a refund: sends it, or asks how it ended. Counts the check before the call, so that only one of
	 * two runs makes it and a failure here does not end the series.
	 */
	async function check(refundId: string): Promise<void> {
		const found = await repo.find(refundId);
		const now = clock();
		if (found?.refund.state !== "pending" || found.refund.nextCheckAt === null || found.refund.nextCheckAt > now)
			return;
		const { refund, creditNote } = found;
		const next = nextRefundCheckAt(refund.createdAt, refund.checks, now);
		const counted = change(
			repo.claim(refund, next),
			next === null && refundReview(db, refund, { reason: "refund_unconfirmed", creditNote }, now),
		);
		if ((await db.commit(counted, now)).state !== "ok") return;
		await ask(found).catch((error) => logger.warn("refund_check_failed", { refundId, error }));
	}

	/** A message of the provider to the refund's secret address. */
	async function receiveResult(name: string, token: string, raw: Uint8Array): Promise<WebhookAnswer> {
		const provider = providers.ofWebhook(name);
		if (!provider?.refunds) return "unknown_provider";
		const id = await repo.idOfToken(token);
		const found = id === undefined ? undefined : await repo.find(id);
		const asked = found && requestOf(found);
		if (!asked || found.refund.provider !== provider.id) return "unauthentic";
		const outcome = asked.refunds.parseResult?.(raw, asked.request);
		if (outcome === null) return "malformed";
		const body = new TextDecoder().decode(raw);
		const message = {
			...{ provider: provider.id, dedupeKey: `refund:${found.refund.id}:${sha256Hex(body).slice(0, 32)}` },
			...{ paymentId: found.refund.paymentId, body, authentic: true, receivedAt: clock() },
		};
		const now = clock();
		const refused = outcome && "refusedInitiator" in outcome ? outcome.refusedInitiator : undefined;
		const received = change(
			paymentMessageAdded(db, message),
			refused !== undefined && initiatorRefused(db, provider.id, refused, now),
			outcome?.state === "succeeded" && initiatorAccepted(db, provider.id, now),
		);
		await db.commit(received, now);
		if (outcome) await apply(found, outcome, true);
		else await ask(found).catch((error) => logger.warn("refund_check_failed", { refundId: found.refund.id, error }));
		return "accepted";
	}

	function retried({ refund }: Found, now: number): Change {
		const { id, userId, round } = refund;
		return change(
			repo.setRetried(refund, now),
			refundReviewed(db, refund, now),
			emit({ kind: "refund.check", payload: { refundId: id }, userId, once: `${id}:${round + 1}` }),
		);
	}

	function credited(found: Found, now: number): Change {
		const { refund } = found;
		return change(
			repo.setCredited(refund, now),
			ledgerEntryAdded(db, { ...refundEntry(refund, now), paymentId: null, kind: "credit", provider: "refund" }),
			refundReviewed(db, refund, now),
			told(found, "refund.credited", "staff"),
		);
	}

	/** The entry in the audit log of someone at the desk. */
	const entryOf = (found: Found, { action }: RefundAction, by: StaffSession, reason: string | undefined): Change =>
		audit(by, "billing.refund", {
			kind: "refund.decided",
			subject: { type: "refund", id: found.refund.id },
			customerId: found.refund.userId,
			params: { action, ...eventParams(found) },
			...(reason !== undefined && { reason }),
		});

	async function act(found: Found, input: RefundAction, recorded: Change): Promise<boolean> {
		const now = clock();
		switch (input.action) {
			case "complete":
				return apply(found, { state: "succeeded", reference: input.reference }, true, "staff", recorded);
			case "fail":
				return apply(found, { state: "failed", reason: input.reason }, true, "staff", recorded);
			case "retry":
				return (await db.commit(change(recorded, retried(found, now)), now)).state === "ok";
			case "credit":
				return (await db.commit(change(recorded, credited(found, now)), now)).state === "ok";
		}
	}

	/** What staff do with a refund that needs them. Fails with `conflict` if it was done already. @param by at the desk */
	async function decide(
		refundId: string,
		input: RefundAction,
		by: StaffSession,
	): Promise<Result<{ state: RefundState }>> {
		const found = await repo.find(refundId);
		if (!found) return fail("not_found", "There is no such refund.");
		const { state, nextCheckAt, target } = found.refund;
		if (state === "pending" && (nextCheckAt !== null || input.action === "credit" || input.action === "retry"))
			return fail(
				"conflict",
				nextCheckAt === null
					? "Find out first whether the customer got the money. Then send complete or fail."
					: "The provider is still working on this refund. Its result appears here.",
			);
		if (state === "failed" && input.action === "retry" && target === "by_hand")
			return fail("conflict", "This refund is paid by hand. Send complete when the customer has the money.");
		const recorded = entryOf(found, input, by, "reason" in input ? input.reason : undefined);
		if (await act(found, input, recorded)) return ok({ state: stateAfter[input.action] });
		return fail("conflict", `This refund is ${(await repo.find(refundId))?.refund.state}, so this can't be done.`);
	}

	return {
		check,
		/** The provider has paid this refund. Returns false if it can no longer be paid. */
		async setPaid(refundId: string, reference: string): Promise<boolean> {
			const found = await repo.find(refundId);
			return found !== undefined && apply(found, { state: "succeeded", reference }, true);
		},
		receiveResult,
		decide,
		/** Runs all checks that are due. Returns the number of checks. */
		reconcile: (isOver = runBudget(db)): Promise<number> =>
			forEachDue<DueRefund>(
				(after) => repo.due(clock(), after, pageSize),
				({ id }) => check(id).catch((error) => logger.error("refund_check_failed", { refundId: id, error })),
				isOver,
			),
	};
}

const stateAfter = { complete: "succeeded", fail: "failed", retry: "pending", credit: "credited" } as const;

const pageSize = 50;
