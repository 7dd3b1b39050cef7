import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { DAY } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import { type BookingRow, type BookingSearch, createLedgerRepo } from "./ledger.repo.server";
import type { ImportedTransfer } from "./same-transfer";

/** In the ledger, in place of a payment provider. */
export const bankProvider = "bank";

/**
 * Without the mark of its columns.
 * @param format of a file
 */
export const formatName = (format: string): string => format.replace(/ .*/, "");

/** The dates of one transfer in different formats are at most so many days apart, also through a third format. */
const datesApart = 15 * DAY;

/** Why staff review a transfer whose money is not posted. */
const reasons = ["maybe_imported", "unknown_account", "currency_mismatch", "credit_limit"] as const;

/** The transfers of the bank's files that were imported. */
export function createBankBookings(db: Database) {
	const ledger = createLedgerRepo(db);

	/** With what staff decide about each. */
	async function find(like: BookingSearch): Promise<ImportedTransfer[]> {
		const rows = await ledger.bookings(like);
		const receipts = rows.map(({ receipt }) => receipt);
		const [reviews, known] = await Promise.all([
			ledger.reviewsAbout(bankProvider, receipts, reasons),
			ledger.knownReceipts(bankProvider, receipts),
		]);
		const posted = new Set(known);
		const undecided = new Set(
			reviews.flatMap(({ receipt, reason, isOpen }) => (isOpen && reason === "maybe_imported" ? receipt : [])),
		);
		const closed = new Set(reviews.flatMap(({ receipt, isOpen }) => (isOpen ? [] : receipt)));
		const decisionOn = ({ receipt }: BookingRow): ImportedTransfer["decision"] => {
			if (posted.has(receipt)) return "none";
			if (undecided.has(receipt)) return "open";
			return closed.has(receipt) ? "closed" : "none";
		};
		return rows.map((row) => ({ ...row, decision: decisionOn(row) }));
	}

	return {
		find,

		/**
		 * Staff say that a transfer is an earlier one. Says what to do if it can't be.
		 * @param earlier the receipt of the earlier one
		 */
		async join(receipt: string, earlier: string): Promise<Result<Change>> {
			const booking = await ledger.booking(receipt);
			const near = booking && likeThese(booking.account, [booking]);
			if (!near) return ok(change());
			const found = await find(near);
			const named = found.find((one) => one.receipt === earlier);
			const first = named?.sameAs ? found.find((one) => one.receipt === named.sameAs) : named;
			// Deleted since, so no file is compared with it any more.
			if (!first) return ok(change());
			if (first.decision === "open")
				return fail("invalid", "That transfer waits in Today, too. Decide first whether it is an earlier one.");
			const formatsOf = (one: string) =>
				found.flatMap(({ receipt: own, sameAs, format }) => (one === own || one === sameAs ? [format] : []));
			const common = formatsOf(first.receipt).find((format) => formatsOf(receipt).includes(format));
			if (common !== undefined)
				return fail(
					"invalid",
					`The files in ${formatName(common)} have both transfers, so they are two. Match this one, or give it as credit.`,
				);
			return ok(ledger.joinBookings(receipt, first.receipt, near));
		},

		/** Makes a transfer one of its own again. */
		separate: (receipt: string): Change => ledger.separateBooking(receipt),
	};
}

/** What transfers would have in common with those that were imported before. Null without transfers. */
export function likeThese(
	account: string,
	transfers: readonly Pick<BookingRow, "date" | "otherDate" | "amount">[],
): BookingSearch | null {
	const days = transfers.flatMap(({ date, otherDate }) => [Date.parse(date), Date.parse(otherDate ?? date)]);
	if (days.length === 0) return null;
	const day = (at: number) => new Date(at).toISOString().slice(0, 10);
	const amounts = [...new Set(transfers.map(({ amount }) => amount))];
	return { account, amounts, from: day(Math.min(...days) - datesApart), until: day(Math.max(...days) + datesApart) };
}
