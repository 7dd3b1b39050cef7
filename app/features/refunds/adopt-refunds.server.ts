import type { Database } from "~/db/client.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { PaymentProviders } from "~/features/payments/payment-providers";
import type { Clock } from "~/lib/clock";
import { MINUTE, SECOND } from "~/lib/durations";
import { withTimeout } from "~/lib/with-timeout";
import type { MadeRefund } from "~/platform/payment/provider-refunds";
import type { EventPayload } from "~/registry";
import type { MadeElsewhere } from "./issue-credit-note.server";
import { refundElsewhere } from "./refund-reviews.server";
import { createRefundsRepo, type RefundRow } from "./refunds.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: PaymentProviders;
	readonly recordMade: (invoiceId: string, made: MadeElsewhere) => Promise<number>;
	readonly setPaid: (refundId: string, reference: string) => Promise<boolean>;
	readonly timeoutMs?: number;
}

/** A refund that may still be paid. */
const isUnfinished = ({ state }: RefundRow): boolean => state === "pending" || state === "failed";

/**
 * Reads the refunds of a payment from its provider, and records those that we did not ask for: each becomes a refund with a
 * credit note, once. The same money finishes a refund that waits here for a person.
 */
export function createAdoptRefunds({
	db,
	clock,
	providers,
	recordMade,
	setPaid,
	timeoutMs = 20 * SECOND,
}: Dependencies) {
	const repo = createRefundsRepo(db);

	/** Our refund that this money belongs to. */
	function ownRefund(rows: readonly RefundRow[], made: MadeRefund): RefundRow | undefined {
		const named = rows.find(({ id }) => made.refundId === id || made.refundId?.startsWith(`${id}-`));
		const known = named ?? rows.find(({ reference }) => reference === made.reference);
		if (known) return known;
		// Staff were asked to pay it back, and did so in the provider's dashboard.
		const isLeftToStaff = (row: RefundRow) => isUnfinished(row) && row.nextCheckAt === null;
		return rows.find((row) => isLeftToStaff(row) && row.amount === made.amount);
	}

	/** What went back in addition to our refunds, which it finishes. Minor units. */
	async function amountElsewhere(rows: readonly RefundRow[], made: MadeRefund): Promise<number> {
		if (!made.isTotal) {
			const own = ownRefund(rows, made);
			if (!own) return made.amount;
			if (isUnfinished(own)) await setPaid(own.id, made.reference);
			return 0;
		}
		const sent = rows.filter(({ state }) => state !== "failed" && state !== "credited");
		for (const own of sent) if (own.state === "pending") await setPaid(own.id, made.reference);
		return made.amount - sent.reduce((sum, { amount }) => sum + amount, 0);
	}

	return async function adopt({ paymentId, reference }: EventPayload<"refund.adopt">): Promise<Outcome> {
		const payment = await repo.payment(paymentId);
		const made = payment && providers.get(payment.provider)?.refunds?.made;
		if (!made || payment.state === "failed" || payment.state === "expired") return done;
		// The message about the payment may come after the one about its refund.
		if (payment.state === "pending")
			return { state: "postponed", reason: "The payment is not settled", until: clock() + MINUTE };
		const { id, invoiceId, provider, amount, currency, receipt } = payment;
		const providerRef = payment.providerRef ?? receipt ?? id;
		const found = await withTimeout(made({ providerRef, receipt, amount, currency }, reference), timeoutMs);
		for (const one of found) {
			const rows = await repo.ofPayment(id);
			const elsewhere = await amountElsewhere(rows, one);
			if (elsewhere <= 0) continue;
			const refund = { paymentId: id, provider, reference: one.reference, amount: elsewhere };
			const taken = await recordMade(invoiceId, refund);
			const rest = { ...refund, amount: elsewhere - taken, currency };
			if (rest.amount > 0) await db.commit(refundElsewhere(db, rest, clock()), clock());
		}
		return done;
	};
}
