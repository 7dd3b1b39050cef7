import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createLedgerRepo, type LedgerEntry, type PaymentMessage, type Review } from "./ledger.repo.server";

export type { LedgerEntry };

/** A duplicate if the receipt was already posted. */
export const ledgerEntryAdded = (db: Database, entry: LedgerEntry): Change => createLedgerRepo(db).post(entry);

/** Asks staff for a review. One row and one email for each subject and reason. */
export const paymentReviewAdded = (db: Database, review: Review): Change => createLedgerRepo(db).review(review);

/** Ends the reviews of the subject, for all reasons. */
export const paymentReviewsResolved = (db: Database, about: string, reasons: readonly string[], now: number): Change =>
	createLedgerRepo(db).resolveReviews(about, reasons, now);

/** Stores a provider's message. */
export const paymentMessageAdded = (db: Database, message: PaymentMessage): Change =>
	createLedgerRepo(db).event(message);
