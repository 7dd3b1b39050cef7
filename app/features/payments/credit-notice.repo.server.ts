import { logged } from "~/db/activity-log.server";
import type { Database } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import type { Invoice } from "~/db/schema";

interface Credit {
	readonly userId: string;
	readonly paymentId: string;
	readonly invoice: Pick<Invoice, "id" | "number" | "state">;
	/** As shown. */
	readonly sum: string;
	readonly now: number;
}

const already = (sum: string, number: string) => `We received ${sum} for invoice ${number}, which is paid already`;

const reasons: Readonly<Record<Invoice["state"], (sum: string, number: string) => string>> = {
	open: (sum, number) => `We received ${sum} more for invoice ${number} than was still to pay`,
	paid: already,
	refunded: already,
	void: (sum, number) => `We received ${sum} for invoice ${number}, which was cancelled`,
};

/** Tells the customer about money that no open invoice was waiting for. */
export function creditNotice(db: Database, { userId, paymentId, invoice, sum, now }: Credit) {
	const told = reasons[invoice.state](sum, invoice.number);
	const body = `${told}. It is yours: pay your next invoice with it, or ask us to send it back.`;
	return [
		logged(db, { actor: "system", kind: "payment.credited", message: told, subjectId: invoice.id }, { userId }, now),
		notice(
			db,
			{
				userId,
				kind: "payment.credited",
				title: "We hold money of yours",
				body,
				href: `/dashboard/invoices/${invoice.id}`,
				dedupeKey: `payment.credited:${paymentId}`,
			},
			now,
		),
	];
}
