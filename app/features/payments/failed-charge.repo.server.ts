import { eq } from "drizzle-orm";
import { logged } from "~/db/activity-log.server";
import type { Database } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import { enqueue } from "~/db/outbox.server";
import { invoices, users } from "~/db/schema";
import { formatDay, type Locale } from "~/lib/dates";
import { chargeFailure, nextTryText } from "./payment-failure";
import type { PaymentRow } from "./payments.repo.server";

type FailedCharge = Pick<PaymentRow, "id" | "userId" | "invoiceId" | "cardName" | "retryAt">;

type Facts = Locale & { readonly number: string };

/** Tells the customer of a charge that nobody pressed, and that was not paid. */
export function createFailedChargeRepo(db: Database) {
	const { orm } = db;
	return {
		/** How the invoice is called, and how its customer reads dates. */
		async facts(invoiceId: string): Promise<Facts> {
			const [facts] = await db.read(
				orm
					.select({ number: invoices.number, timezone: users.timezone, language: users.language })
					.from(invoices)
					.innerJoin(users, eq(users.id, invoices.userId))
					.where(eq(invoices.id, invoiceId)),
			);
			if (!facts) throw new Error(`No invoice ${invoiceId}`);
			return facts;
		},

		/** Statements, and the effects to dispatch after them: once for each state of the payment. */
		tell(payment: FailedCharge, code: string, facts: Facts, now: number) {
			const { id: paymentId, userId, invoiceId, retryAt } = payment;
			const why = chargeFailure(code, payment.cardName);
			const key = `charge-failed:${paymentId}:${code}`;
			const mail = enqueue(
				db,
				{ kind: "mail.charge-failed", payload: { paymentId, code }, userId, dedupeKey: `mail.${key}` },
				now,
			);
			const next = nextTryText(retryAt === null ? null : formatDay(retryAt, facts));
			const message = `Invoice ${facts.number} could not be charged to ${payment.cardName ?? "the card"}.`;
			const statements = [
				mail.statement,
				notice(
					db,
					{
						userId,
						kind: "invoice.charge_failed",
						title: `Invoice ${facts.number} is not paid`,
						body: `${why} ${next}`,
						href: `/pay/${invoiceId}`,
						dedupeKey: key,
					},
					now,
				),
				logged(db, { actor: "system", kind: "payment.charge_failed", message, subjectId: invoiceId }, { userId }, now),
			];
			return { statements, effects: [mail.id] };
		},
	};
}
