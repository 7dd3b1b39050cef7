import { z } from "zod";
import { change, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { normalizeInvoiceNumber } from "~/features/invoices/invoice-number";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { money } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { fail, failField, ok, type Result } from "~/lib/result";
import { createLedgerRepo, type ReviewRow } from "./ledger.repo.server";
import { paymentMethods } from "./payment-method";
import { createPaymentsRepo } from "./payments.repo.server";
import type { ReviewAssignment } from "./review.schema";
import type { ReceivedMoney, Settlement, Settlements } from "./settle-invoice.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoiceByNumber">;
	readonly settleDirect: Settlements["settleDirect"];
}

const receivedSchema = moneySchema.extend({ receipt: z.string().min(1), method: z.enum(paymentMethods).optional() });

/** The body of a review of money: as a payment without a request has it, or beside what was asked for. */
const bodySchema = z.union([receivedSchema, z.object({ received: receivedSchema })]);

const maxListed = 200;

/** Received money that matches no invoice, for staff to assign. Checks no owner. */
export function createAssignReview({ db, clock, orders, settleDirect }: Dependencies) {
	const ledger = createLedgerRepo(db);
	const payments = createPaymentsRepo(db);

	/** Adds the money to a customer's credit. Returns false if it was assigned in the meantime. */
	async function credit(review: ReviewRow, userId: string, { amount, currency, receipt }: ReceivedMoney) {
		const now = clock();
		const params = { money: money(amount, currency), receipt };
		const entry = { id: createId("led", now), userId, invoiceId: "", kind: "credit" as const };
		const { state } = await db.commit(
			change(
				ledger.resolveReview(review.id, now),
				ledger.post({ ...entry, provider: review.provider, receipt, amount, currency, createdAt: now }),
				log({ kind: "payment.assigned", actor: "staff", params, owner: { userId } }),
				notify({ kind: "payment.assigned", userId, params, once: review.id }),
			),
			now,
		);
		return state === "ok";
	}

	return {
		/** Reviews that staff have not resolved, oldest first. `money`: what can be assigned, or null. */
		async open() {
			const rows = await ledger.openReviews(maxListed);
			return rows.map((review) => ({ ...review, money: receivedOf(review) }));
		},

		/** Assigns the money to an invoice, or to a customer's credit. Names the field if it does not fit. */
		async assign(reviewId: string, to: ReviewAssignment): Promise<Result<{ state: Settlement }>> {
			const review = await ledger.findReview(reviewId);
			if (!review) return fail("not_found", "There is no such review.");
			const received = receivedOf(review);
			if (!received) return fail("conflict", "This review is not about money that can be assigned.");
			const taken = fail("conflict", "This money is already posted.");
			if (review.resolvedAt !== null || (await ledger.entryOf(review.provider, received.receipt))) return taken;
			if (to.customer !== undefined) {
				const userId = await ledger.customerId(to.customer);
				if (userId === undefined) return failField("customer", "No account has this email address.");
				return (await credit(review, userId, received)) ? ok({ state: "credited" }) : taken;
			}
			const invoice = await orders.invoiceByNumber(normalizeInvoiceNumber(to.invoice ?? ""));
			if (!invoice) return failField("invoice", "There is no invoice with this number.");
			if (invoice.currency !== received.currency)
				return failField("invoice", `The invoice is in ${invoice.currency}, but the money is in ${received.currency}.`);
			const resolved = ledger.resolveReview(review.id, clock());
			const asked = review.paymentId === null ? undefined : await payments.find(review.paymentId);
			const sender = { provider: review.provider, method: received.method ?? asked?.method ?? "mpesa" };
			const state = await settleDirect(invoice, received, sender, resolved);
			return state === "already_settled" ? taken : ok({ state });
		},
	};
}

function receivedOf({ body }: ReviewRow): z.output<typeof receivedSchema> | null {
	const parsed = bodySchema.safeParse(readBody(body));
	if (!parsed.success) return null;
	return "received" in parsed.data ? parsed.data.received : parsed.data;
}

function readBody(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return null;
	}
}
