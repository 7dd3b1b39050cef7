import { and, eq, exists, gte, inArray, isNotNull, ne, not, type SQL, sql } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { ledgerEntries, listedPayments, payments } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";
import type { DirectPayment } from "~/platform/payment/direct-payments";

type ListedPayment = typeof listedPayments.$inferSelect;

/** The copy of the providers' lists of payments, compared with our books. */
export function createListedPaymentsRepo(db: Database) {
	const { orm } = db;
	return {
		/** Adds what is not in the copy yet. */
		add(provider: string, listed: readonly DirectPayment[], now: number): Change {
			const field = <T>(name: keyof DirectPayment): SQL<T> => sql<T>`value ->> ${sql.raw(`'${name}'`)}`;
			const row = {
				...{ provider, receipt: field("receipt"), reference: field("reference"), amount: field("amount") },
				...{ currency: field<ListedPayment["currency"]>("currency"), paidAt: field("paidAt"), listedAt: now },
			};
			const from = sql`from json_each(${JSON.stringify(listed)}) where true`;
			return write(insertSelect(db, listedPayments, row, from).onConflictDoNothing());
		},

		/** What was listed since a time (ms), with what we posted of it. */
		listed: (session: StaffSession, providers: readonly string[], since: number, now: number) =>
			db.read(
				orm
					.select({
						provider: listedPayments.provider,
						receipt: listedPayments.receipt,
						reference: listedPayments.reference,
						amount: listedPayments.amount,
						currency: listedPayments.currency,
						paidAt: listedPayments.paidAt,
						listedAt: listedPayments.listedAt,
						/** Null if nothing was posted. A part of it may be credit. */
						posted: sql<number | null>`sum(${ledgerEntries.amount})`.as("posted"),
						/** Null or empty without an invoice. */
						invoiceId: sql<string | null>`max(${ledgerEntries.invoiceId})`.as("posted_for"),
					})
					.from(listedPayments)
					.leftJoin(
						ledgerEntries,
						and(
							eq(ledgerEntries.receipt, listedPayments.receipt),
							eq(ledgerEntries.provider, listedPayments.provider),
							ne(ledgerEntries.kind, "refund"),
						),
					)
					.where(
						and(
							staffMay(session, "reports.view", now),
							inArray(sql`+${listedPayments.provider}`, [...providers]),
							gte(listedPayments.listedAt, since),
						),
					)
					// Not by the key itself, whose index SQLite would then read from its start.
					.groupBy(sql`+${listedPayments.provider}`, sql`+${listedPayments.receipt}`),
			),

		/** M-Pesa payments that succeeded and started since a time (ms), and that the copy does not have. */
		unlisted: (session: StaffSession, providers: readonly string[], since: number, now: number) =>
			db.read(
				orm
					.select({
						provider: payments.provider,
						receipt: sql<string>`${payments.receipt}`.as("receipt"),
						amount: payments.amount,
						currency: payments.currency,
						invoiceId: payments.invoiceId,
						at: payments.createdAt,
					})
					.from(payments)
					.where(
						and(
							staffMay(session, "reports.view", now),
							eq(payments.method, "mpesa"),
							gte(payments.createdAt, since),
							sql`+${payments.state} = 'succeeded'`,
							inArray(sql`+${payments.provider}`, [...providers]),
							isNotNull(payments.receipt),
							not(
								exists(
									orm
										.select({ one: sql`1` })
										.from(listedPayments)
										.where(
											and(
												eq(listedPayments.provider, payments.provider),
												eq(listedPayments.receipt, sql`${payments.receipt}`),
											),
										),
								),
							),
						),
					),
			),
	};
}
