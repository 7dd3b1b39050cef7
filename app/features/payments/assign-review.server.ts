import { audit, type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { creditFrom } from "~/features/invoices/billing";
import { invoiceUnchanged } from "~/features/invoices/invoice-changes.server";
import { normalizeInvoiceNumber } from "~/features/invoices/invoice-number";
import type { Orders } from "~/features/orders/orders.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { type Money, money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { AllowCredit } from "./allow-credit";
import { bankProvider, createBankBookings } from "./bank-bookings.server";
import { tellOfCredit } from "./credit.server";
import { createLedgerRepo, type ReviewRow } from "./ledger.repo.server";
import { createPaymentsRepo } from "./payments.repo.server";
import { candidatesOf, type ReceivedInReview, receivedOf } from "./review-money";
import type { Settlement, Settlements } from "./settle-invoice.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoiceByNumber">;
	readonly settleDirect: Settlements["settleDirect"];
}

/**
 * Where the money of a review goes: to an invoice by its number, or to the credit of a customer by the email address. Only
 * a reason says why it is this customer's money.
 */
export type ReviewAssignment = { readonly invoice: string } | { readonly customer: string; readonly reason: string };

/** Received money that matches no invoice, for staff to assign. Checks no owner. */
export function createAssignReview({ db, clock, orders, settleDirect }: Dependencies) {
	const ledger = createLedgerRepo(db);
	const bookings = createBankBookings(db);
	const payments = createPaymentsRepo(db);

	/** The end of the review, with an entry in the audit log. */
	const resolved = (review: ReviewRow, now: number, recorded: Change, by: StaffSession): Change =>
		change(
			recorded,
			ledger.resolveReview(review, now),
			resolveProblem(db, { kind: "review", subject: review.id }, now, by),
		);

	/** What closing a review says about its transfer: that it is the earlier one that staff have chosen. */
	async function joined(review: ReviewRow, chosen: string | undefined): Promise<Result<Change>> {
		const received = receivedOf(review.body);
		const candidates = candidatesOf(review.body);
		if (review.reason !== "maybe_imported" || !received || candidates.length === 0) return ok(change());
		const earlier = candidates.length === 1 ? candidates[0] : candidates.find(({ receipt }) => receipt === chosen);
		if (!earlier) return failField("earlier", "Choose the transfer that it is.");
		const same = await bookings.join(received.receipt, earlier.receipt);
		return same.ok || candidates.length === 1 ? same : failField("earlier", same.error.message);
	}

	/** Adds the money to a customer's credit. Returns false if it was assigned in the meantime. */
	async function credit(
		review: ReviewRow,
		userId: string,
		received: ReceivedInReview,
		reason: string,
		by: StaffSession,
		allowed: Change | null,
	) {
		const { amount, currency, receipt } = received;
		const now = clock();
		const recorded = audit(by, "billing.record", {
			kind: "review.credited",
			subject: { type: "review", id: review.id },
			customerId: userId,
			params: { money: money(amount, currency), receipt },
			reason,
		});
		const params = { money: money(amount, currency), receipt };
		const entry = { id: createId("led", now), userId, invoiceId: "", kind: "credit" as const };
		const { state } = await db.commit(
			change(
				resolved(review, now, recorded, by),
				allowed,
				ledger.post({ ...entry, provider: review.provider, receipt, amount, currency, createdAt: now }),
				log({ kind: "payment.assigned", actor: "staff", params, owner: { userId } }),
				tellOfCredit(userId, { kind: "payment.assigned", params }, review.id),
			),
			now,
		);
		return state === "ok";
	}

	return {
		/**
		 * Assigns the money to an invoice, or to a customer's credit. Names the field if it does not fit.
		 * @param by at the desk
		 * @param allow for the credit that it makes of a transfer, of which only staff say that it came. It may be zero.
		 */
		async assign(
			reviewId: string,
			to: ReviewAssignment,
			by: StaffSession,
			allow: (about: { readonly receipt: string }) => AllowCredit = () => notAllowed,
		): Promise<Result<{ state: Settlement }>> {
			const review = await ledger.findReview(reviewId);
			if (!review) return fail("not_found", "There is no such review.");
			const received = receivedOf(review.body);
			if (!received) return fail("conflict", "This review is not about money that can be assigned.");
			const taken = fail("conflict", "This money is already posted.");
			if (review.resolvedAt !== null || (await ledger.entryOf(review.provider, received.receipt))) return taken;
			/** Null for money that its provider confirmed. */
			const allowed = async (made: Money): Promise<Result<Change | null>> =>
				review.provider === bankProvider ? allow({ receipt: received.receipt })(made) : ok(null);
			if ("customer" in to) {
				const userId = await ledger.customerId(to.customer);
				if (userId === undefined) return failField("customer", "No account has this email address.");
				const may = await allowed(money(received.amount, received.currency));
				if (!may.ok) return may;
				const isCredited = await credit(review, userId, received, to.reason, by, may.value);
				return isCredited ? ok({ state: "credited" }) : taken;
			}
			const invoice = await orders.invoiceByNumber(normalizeInvoiceNumber(to.invoice));
			if (!invoice) return failField("invoice", "There is no invoice with this number.");
			if (invoice.currency !== received.currency)
				return failField("invoice", `The invoice is in ${invoice.currency}, but the money is in ${received.currency}.`);
			const may = await allowed(creditFrom(invoice, received.amount));
			if (!may.ok) return may;
			const now = clock();
			const recorded = audit(by, "billing.record", {
				kind: "review.matched",
				subject: { type: "review", id: review.id },
				customerId: invoice.userId,
				params: {
					money: money(received.amount, received.currency),
					receipt: received.receipt,
					invoice: invoice.number,
				},
			});
			const asked = review.paymentId === null ? undefined : await payments.find(review.paymentId);
			const sender = { provider: review.provider, method: received.method ?? asked?.method ?? "mpesa" };
			// How much becomes credit depends on what is due.
			const unchanged = review.provider === bankProvider && invoiceUnchanged(db, invoice);
			const also = change(resolved(review, now, recorded, by), may.value, unchanged);
			const state = await settleDirect(invoice, received, sender, also);
			if (state !== "already_settled") return ok({ state });
			return unchanged
				? fail("conflict", "The money is already posted, or the invoice has changed. Reload the page.")
				: taken;
		},

		/**
		 * Ends a review without posting money. Conflict if it has ended.
		 * @param earlier the receipt of the transfer that this one is, if it may be one of several
		 */
		async close(session: StaffSession, reviewId: string, reason: string, earlier?: string): Promise<Result<null>> {
			const review = await ledger.findReview(reviewId);
			if (!review) return fail("not_found", "There is no such review.");
			const now = clock();
			const same = await joined(review, earlier);
			if (!same.ok) return same;
			const asked = review.paymentId === null ? undefined : await payments.find(review.paymentId);
			const recorded = audit(session, "billing.record", {
				kind: "review.closed",
				subject: { type: "review", id: reviewId },
				customerId: asked?.userId ?? null,
				params: { reason: review.reason },
				reason,
			});
			const { state } = await db.commit(change(resolved(review, now, recorded, session), same.value), now);
			return state === "ok" ? ok(null) : fail("conflict", "This review has ended, or the transfers were changed.");
		},

		/** Opens a review again that was closed without posting money. Conflict if it is open, or money was posted for it. */
		async reopen(session: StaffSession, reviewId: string): Promise<Result<null>> {
			const review = await ledger.findReview(reviewId);
			if (!review) return fail("not_found", "There is no such review.");
			const received = receivedOf(review.body);
			const posted = received && (await ledger.entryOf(review.provider, received.receipt));
			if (posted) return fail("conflict", "The money of this review was posted, so it can't be opened again.");
			const now = clock();
			const reopened = change(
				audit(session, "billing.record", {
					kind: "review.reopened",
					subject: { type: "review", id: reviewId },
					params: { reason: review.reason },
				}),
				ledger.reopenReview(reviewId),
				review.reason === "maybe_imported" && received && bookings.separate(received.receipt),
				reportProblem(db, { kind: "review", subject: reviewId, about: null }, now),
			);
			const { state } = await db.commit(reopened, now);
			return state === "ok" ? ok(null) : fail("conflict", "This review is open.");
		},
	};
}

const notAllowed: AllowCredit = async ({ amount }) =>
	amount === 0 ? ok(change()) : fail("forbidden", "Only someone at the desk can make a transfer into credit.");
