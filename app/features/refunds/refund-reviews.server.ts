import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { paymentReviewAdded, paymentReviewsResolved } from "~/features/payments/ledger-changes.server";
import { type Currency, formatMoney, money } from "~/lib/money";
import type { MadeElsewhere } from "./issue-credit-note.server";
import type { RefundRow } from "./refunds.repo.server";

/**
 * Why staff get an email. `refund_failed`: the provider refused it. `refund_by_hand`: staff pay it back.
 * `refund_unconfirmed`: staff look up the result. `refund_paid_twice`: it was paid back after it had become credit.
 */
const reasons = ["refund_failed", "refund_by_hand", "refund_unconfirmed", "refund_paid_twice"] as const;

type RefundReviewReason = (typeof reasons)[number];

const subjectOf = ({ id, round }: RefundRow) => `${id}:${round}`;

/** Asks staff to act on a refund. @param failure the provider's words */
export function refundReview(
	db: Database,
	refund: RefundRow,
	{ reason, creditNote, failure }: { reason: RefundReviewReason; creditNote: string; failure?: string },
	now: number,
): Change {
	const { id, provider, paymentId, amount, currency, reference } = refund;
	const body = JSON.stringify({
		refund: id,
		creditNote,
		amount: formatMoney(money(amount, currency)),
		reference,
		failure,
	});
	return paymentReviewAdded(db, { about: subjectOf(refund), provider, paymentId, reason, body, createdAt: now });
}

type PaidBack = Omit<MadeElsewhere, "paymentId"> & {
	readonly currency: Currency;
	/** Null if the provider does not say which payment it was. */
	readonly paymentId: string | null;
	/** The account number that the customer typed. */
	readonly account?: string;
};

/** Asks staff about money that a provider paid back and that belongs to none of our refunds. `amount` in minor units. */
export const refundElsewhere = (
	db: Database,
	{ paymentId, provider, reference, amount, currency, account }: PaidBack,
	now: number,
): Change =>
	paymentReviewAdded(db, {
		...{ about: `${provider}:${reference}`, provider, paymentId, reason: "refund_elsewhere" },
		body: JSON.stringify({ reference, amount: formatMoney(money(amount, currency)), account }),
		createdAt: now,
	});

/** Ends the reviews of a refund. */
export const refundReviewed = (db: Database, refund: RefundRow, now: number): Change =>
	change(paymentReviewsResolved(db, subjectOf(refund), reasons, now));
