import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createTaskPosition } from "~/db/task-position.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { money } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import type { DirectPayment } from "~/platform/payment/direct-payments";
import { createListedPaymentsRepo } from "./listed-payments.repo.server";
import type { ComparedPayment, Comparison } from "./mpesa-comparison";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** Those with a list of payments. */
	readonly providers: readonly string[];
}

/** The time of which the report tells, in ms. Safaricom's list has the last 48 hours. */
const comparedMs = 47 * HOUR;

/** What is listed earlier is not compared any more, also if no list was read since. Shorter than it is kept. */
const mostMs = 5 * DAY;

/** Rows of one statement. */
const rowsPerStatement = 500;

/** The payments on the providers' own lists, as the schedule read them last. */
export function createListedPayments({ db, clock, providers }: Dependencies) {
	const repo = createListedPaymentsRepo(db);

	/** From when until when the copy has everything, in ms. */
	const copiedRange = (provider: string) => {
		const position = createTaskPosition(db, `copied payments at ${provider}`);
		return {
			async read(): Promise<{ readonly from: number; readonly until: number } | null> {
				const [from, until] = (await position.read())?.split(" ").map(Number) ?? [];
				return from === undefined || until === undefined ? null : { from, until };
			},
			save: (from: number, until: number, now: number) => position.save(`${from} ${until}`, now),
		};
	};

	return {
		/** Stores a list that was read at `now`, with all payments since `from`. */
		async store(provider: string, listed: readonly DirectPayment[], from: number, now: number): Promise<void> {
			const range = copiedRange(provider);
			const last = await range.read();
			const slices: Change[] = [];
			for (let start = 0; start < listed.length; start += rowsPerStatement)
				slices.push(repo.add(provider, listed.slice(start, start + rowsPerStatement), now));
			const start = last && from <= last.until ? Math.min(last.from, from) : from;
			await db.commit(change(...slices, range.save(start, now, now)), now);
		},

		/**
		 * Compares our M-Pesa payments with the providers' own lists. Reads only our database, in one round trip. Payments at
		 * the edges of the time may be on one side only, so ours start an hour later and end an hour earlier.
		 */
		async compare(session: StaffSession): Promise<Result<Comparison>> {
			const now = clock();
			const oldest = now - mostMs;
			const [ranges, listed, unlisted] = await Promise.all([
				Promise.all(providers.map((provider) => copiedRange(provider).read())),
				repo.listed(session, providers, oldest, now),
				repo.unlisted(session, providers, oldest, now),
			]);
			if (providers.length === 0) return fail("unavailable", "No payment provider with a list of payments is set up.");
			const shown = new Map<string, { readonly from: number; readonly until: number }>();
			for (const [index, range] of ranges.entries())
				if (range && range.until > oldest)
					shown.set(providers[index] ?? "", {
						from: Math.max(range.from, range.until - comparedMs, oldest),
						until: range.until,
					});
			if (shown.size < providers.length)
				return fail("unavailable", "M-Pesa’s list has not been read yet. The shop reads it once an hour.");
			const rows = [
				...listed.flatMap(
					({
						provider,
						receipt,
						reference,
						amount,
						currency,
						paidAt,
						listedAt,
						posted,
						invoiceId,
					}): ComparedPayment[] =>
						(paidAt ?? listedAt) < (shown.get(provider)?.from ?? now)
							? []
							: [
									{
										...{ receipt, reference, at: paidAt, theirs: money(amount, currency) },
										state: posted === null ? "theirs_only" : "matched",
										ours: posted === null ? null : money(posted, currency),
										invoiceId: invoiceId || null,
									},
								],
				),
				...unlisted.flatMap(({ provider, receipt, amount, currency, invoiceId, at }): ComparedPayment[] => {
					const { from, until } = shown.get(provider) ?? { from: now, until: 0 };
					if (at < from + HOUR || at >= until - HOUR) return [];
					const ours = money(amount, currency);
					return [{ receipt, state: "ours_only", ours, theirs: null, reference: null, at, invoiceId }];
				}),
			];
			const ends = [...shown.values()];
			return ok({
				from: Math.max(...ends.map(({ from }) => from)),
				until: Math.min(...ends.map(({ until }) => until)),
				rows: rows.toSorted((one, two) => (two.at ?? 0) - (one.at ?? 0)),
			});
		},
	};
}
