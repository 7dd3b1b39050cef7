import type { Database } from "~/db/client.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import type { EventPayload } from "~/registry";
import { refundElsewhere } from "./refund-reviews.server";
import { createRefundsRepo, type RefundRow } from "./refunds.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** A refund is asked about for two weeks, and may be sent again after that. */
const longestMs = 60 * DAY;

/** How long the result of a refund may come after the provider has listed it, in ms. */
const resultWithinMs = DAY;

/** Ids of requests have signs in them, and receipts have only letters and digits. */
const isReceipt = (reference: string | null): boolean => reference !== null && /^[A-Z\d]+$/i.test(reference);

/**
 * Money that went back, on a provider's list that does not say who asked for it. Our own refund has its receipt. Staff get a
 * review about any other, because the list does not say of which payment it is.
 */
export function createAdoptListed({ db, clock }: Dependencies) {
	const repo = createRefundsRepo(db);

	/** One of our refunds that succeeded at about this time, and whose receipt the provider has not told us. */
	const lacksReceipt = (at: number) => (row: RefundRow) =>
		row.target === "payment" &&
		row.state === "succeeded" &&
		!isReceipt(row.reference) &&
		Math.abs((row.settledAt ?? 0) - at) <= resultWithinMs;

	return async function adoptListed(listed: EventPayload<"refund.listed">): Promise<Outcome> {
		const { provider, receipt, reference, amount, currency, at } = listed;
		const now = clock();
		const rows = await repo.sentSince(provider, amount, at - longestMs);
		if (rows.some((row) => row.reference === receipt)) return done;
		const own = rows.find(lacksReceipt(at));
		// Its next reversal is another one.
		if (own && (await db.commit(repo.setReceipt(own, receipt), now)).state === "ok") return done;
		const isUnfinished = rows.some(({ state }) => state === "pending" || state === "failed");
		if (isUnfinished && now < at + resultWithinMs)
			return { state: "postponed", reason: "A refund of this amount is not finished", until: now + HOUR };
		const payment = await repo.paymentOf(provider, reference);
		const back = { provider, paymentId: payment?.id ?? null, reference: receipt, amount, currency, account: reference };
		await db.commit(refundElsewhere(db, back, now), now);
		return done;
	};
}
