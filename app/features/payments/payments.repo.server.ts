import {
	and,
	count,
	desc,
	eq,
	exists,
	gt,
	inArray,
	isNotNull,
	isNull,
	lte,
	ne,
	notExists,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keysetInRange } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { type Invoice, invoices, payments, users } from "~/db/schema";
import type { PaidWith, PaymentKey } from "~/platform/payment/payment-provider";
import { cardName } from "./payment-card";
import type { FailureCode } from "./payment-failure";
import type { PaymentMethod } from "./payment-method";
import type { PaymentState } from "./payment-state";
import { paymentStates } from "./payment-state";
import type { UnwantedRequests } from "./phone-limit";

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = typeof payments.$inferInsert;

/** Time in ms. */
export interface DuePayment {
	readonly id: string;
	readonly nextCheckAt: number;
}

/** A customer and the phone that they want to pay with. */
interface Payer {
	readonly userId: string;
	readonly phone: string;
	/** Whether it is someone with a pay link of the customer. They count on their own. */
	readonly byLink: boolean;
}

/** A request to pay on a phone. `amount` in minor units. */
interface PhoneRequest {
	readonly provider: string;
	readonly phone: string;
	readonly amount: number;
}

/** Times in ms. Null if there was none. */
export interface LatestRequests {
	readonly anyAmountAt: number | null;
	readonly sameAmountAt: number | null;
}

/** Payments. Each state change is guarded by the states it may start from. */
export function createPaymentsRepo(db: Database) {
	const { orm } = db;
	const select = () => orm.select().from(payments);
	const canBecome = (paymentId: string, state: PaymentState) =>
		and(eq(payments.id, paymentId), inArray(payments.state, paymentStates.sources(state)));

	const others = alias(payments, "others");

	/** Whether the customer has paid with this phone before. Someone with a pay link is not the customer. */
	const hasPaidWith = ({ phone, userId }: Payer) =>
		exists(
			orm
				.select({ id: others.id })
				.from(others)
				.where(
					and(
						eq(others.userId, userId),
						eq(others.state, "succeeded"),
						eq(others.phone, phone),
						eq(others.byLink, false),
					),
				),
		);

	/** Whether the phone is in the customer's profile. */
	const hasInProfile = ({ phone, userId }: Payer) =>
		exists(
			orm
				.select({ id: users.id })
				.from(users)
				.where(and(eq(users.id, userId), eq(users.phone, phone))),
		);

	/** Condition: a request of this payer, to any phone. */
	const sentBy = ({ userId, byLink }: Payer) =>
		sql`(${eq(payments.userId, userId)} and ${eq(payments.byLink, byLink)})`;

	/** Condition: an open, unanswered or declined request to the phone. */
	const unwanted = (phone: string, since: number) =>
		and(
			eq(payments.phone, phone),
			gt(payments.createdAt, since),
			or(
				inArray(payments.state, ["pending", "expired"]),
				and(eq(payments.state, "failed"), eq(payments.failureCode, "declined")),
			),
		);

	/** Condition: a request that the provider may have sent to the phone. */
	const reachedPhone = ({ provider, phone }: PhoneRequest) =>
		and(
			eq(payments.phone, phone),
			eq(payments.provider, provider),
			or(ne(payments.state, "failed"), isNotNull(payments.providerRef)),
		);

	/** Guard: overtaken unless an invoice matches the condition. Changes nothing. */
	const requireInvoice = (invoice: SQL | undefined) =>
		guarded(
			orm
				.update(invoices)
				.set({ dueAt: sql`${invoices.dueAt}` })
				.where(invoice),
		);

	/** Condition: a charge that only its bank or PayPal can answer, not the customer. The same as `isClearing` for PayPal. */
	const awaitingBank = (now: number) => {
		const clearing = and(eq(payments.method, "paypal"), isNotNull(payments.providerRef));
		return and(or(isNotNull(payments.cardId), clearing), isNull(payments.redirectUrl), gt(payments.expiresAt, now));
	};

	/** Guard: overtaken unless the invoice is open and no bank is deciding on a charge for it. */
	function requirePayable({ invoiceId, method, createdAt }: NewPayment): Change {
		const elsewhere = orm
			.select({ id: payments.id })
			.from(payments)
			.where(
				and(
					eq(payments.invoiceId, invoiceId),
					eq(payments.state, "pending"),
					ne(payments.method, method),
					awaitingBank(createdAt),
				),
			);
		return requireInvoice(and(eq(invoices.id, invoiceId), eq(invoices.state, "open"), notExists(elsewhere)));
	}

	return {
		async find(paymentId: string): Promise<PaymentRow | undefined> {
			return (await db.read(select().where(eq(payments.id, paymentId))))[0];
		},

		async findByToken(provider: string, callbackToken: string): Promise<PaymentRow | undefined> {
			const where = and(eq(payments.provider, provider), eq(payments.callbackToken, callbackToken));
			return (await db.read(select().where(where)))[0];
		},

		async findByProviderRef(provider: string, providerRef: string): Promise<PaymentRow | undefined> {
			const where = and(eq(payments.provider, provider), eq(payments.providerRef, providerRef));
			return (await db.read(select().where(where)))[0];
		},

		/** The provider's payment that a message is about. */
		async findByKey(provider: string, key: PaymentKey): Promise<PaymentRow | undefined> {
			const { id, providerRef, receipt } = payments;
			const known =
				"attemptId" in key
					? eq(id, key.attemptId)
					: "receipt" in key
						? eq(receipt, key.receipt)
						: eq(providerRef, key.providerRef);
			return (await db.read(select().where(and(eq(payments.provider, provider), known))))[0];
		},

		/** Newest first. */
		ofInvoice: (invoiceId: string, limit = 10) =>
			db.read(select().where(eq(payments.invoiceId, invoiceId)).orderBy(desc(payments.createdAt)).limit(limit)),

		/** The method of the customer's own latest successful payment, of any invoice. Null before the first. */
		async lastMethod(owner: Owner, now: number): Promise<PaymentMethod | null> {
			const [last] = await db.read(
				orm
					.select({ method: payments.method })
					.from(payments)
					.where(and(ownedBy(payments.userId, owner, now), eq(payments.state, "succeeded"), eq(payments.byLink, false)))
					.orderBy(desc(payments.createdAt))
					.limit(1),
			);
			return last?.method ?? null;
		},

		/** Requests to the phone since `since` (ms) that are open, unanswered or declined. */
		async unwantedRequests(payer: Payer, since: number): Promise<UnwantedRequests> {
			const [found] = await db.read(
				orm
					.select({
						own: sql<number>`coalesce(sum(${sentBy(payer)}), 0)`.as("own"),
						all: count().as("all_requests"),
						latestAt: sql<number | null>`max(${payments.createdAt})`.as("latest_at"),
						knownAs: payer.byLink
							? sql<null>`null`.as("known_as")
							: sql<UnwantedRequests["knownAs"]>`case when ${hasPaidWith(payer)} then 'paid_with'
								when ${hasInProfile(payer)} then 'profile' end`.as("known_as"),
					})
					.from(payments)
					.where(unwanted(payer.phone, since)),
			);
			return found ?? { own: 0, all: 0, latestAt: null, knownAs: null };
		},

		/** When the provider last asked the phone, for any amount and for this one (ms). */
		async latestRequests(request: PhoneRequest): Promise<LatestRequests> {
			const [found] = await db.read(
				orm
					.select({
						anyAmountAt: sql<number | null>`max(${payments.createdAt})`.as("any_amount_at"),
						sameAmountAt: sql<
							number | null
						>`max(case when ${payments.amount} = ${request.amount} then ${payments.createdAt} end)`.as(
							"same_amount_at",
						),
					})
					.from(payments)
					.where(reachedPhone(request)),
			);
			return found ?? { anyAmountAt: null, sameAmountAt: null };
		},

		/** Guard: overtaken if the provider has asked the phone since. */
		requireCoolDown(
			invoiceId: string,
			request: PhoneRequest,
			{ anyAmountMs, sameAmountMs }: { anyAmountMs: number; sameAmountMs: number },
			now: number,
		): Change {
			const recent = or(
				gt(payments.createdAt, now - anyAmountMs),
				and(eq(payments.amount, request.amount), gt(payments.createdAt, now - sameAmountMs)),
			);
			const requests = orm
				.select({ id: payments.id })
				.from(payments)
				.where(and(reachedPhone(request), recent));
			return requireInvoice(and(eq(invoices.id, invoiceId), notExists(requests)));
		},

		/** Guard: overtaken if the customer or all customers have sent that many unwanted requests to the phone. */
		requireFewUnwanted(
			invoiceId: string,
			payer: Payer,
			{ own, all, since }: { own: number; all: number; since: number },
		): Change {
			const sent = (by?: SQL) =>
				orm
					.select({ count: count() })
					.from(payments)
					.where(and(unwanted(payer.phone, since), by));
			const few = and(sql`${sent(sentBy(payer))} < ${own}`, sql`${sent()} < ${all}`);
			return requireInvoice(and(eq(invoices.id, invoiceId), few));
		},

		/**
		 * Inserts an attempt and expires those that have run out, and `replaced`. A duplicate if another is still open,
		 * overtaken if a bank is deciding.
		 */
		insert(payment: NewPayment, replaced: string | null = null): Change {
			const { invoiceId, method, createdAt } = payment;
			const runOut = and(
				eq(payments.invoiceId, invoiceId),
				eq(payments.method, method),
				eq(payments.state, "pending"),
				replaced === null
					? lte(payments.expiresAt, createdAt)
					: or(lte(payments.expiresAt, createdAt), eq(payments.id, replaced)),
			);
			return change(
				requirePayable(payment),
				write(orm.update(payments).set({ state: "expired", failureCode: "timed_out" }).where(runOut)),
				unique("payments.invoice_id", write(orm.insert(payments).values(payment))),
			);
		},

		/** Inserts a payment that was made without a request. A duplicate if its receipt is known. */
		insertSettled: (payment: PaymentRow): Change =>
			unique("payments.receipt", write(orm.insert(payments).values(payment))),

		/**
		 * Requests of this amount whose receipt is unknown, newest first: those that may still be paid, and those that were
		 * settled without one.
		 */
		requestsOf: (invoiceId: string, { provider, amount }: { provider: string; amount: number }) =>
			db.read(
				select()
					.where(
						and(
							eq(payments.invoiceId, invoiceId),
							eq(payments.provider, provider),
							eq(payments.amount, amount),
							isNotNull(payments.providerRef),
							or(
								and(ne(payments.state, "succeeded"), isNotNull(payments.nextCheckAt)),
								and(eq(payments.state, "succeeded"), eq(payments.receipt, payments.providerRef)),
							),
						),
					)
					.orderBy(desc(payments.createdAt))
					.limit(10),
			),

		/** The open attempt of this method, or a charge that a bank is deciding on, because both could be paid. */
		async openAttempt(invoiceId: string, method: PaymentMethod, now: number): Promise<PaymentRow | undefined> {
			const open = and(eq(payments.invoiceId, invoiceId), eq(payments.state, "pending"));
			const found = await db.read(select().where(and(open, or(eq(payments.method, method), awaitingBank(now)))));
			return found.find((attempt) => attempt.method !== method) ?? found[0];
		},

		/** Charges of saved cards whose result is unknown, newest first. */
		unresolvedCharges: (invoiceId: string) =>
			db.read(
				select()
					.where(
						and(
							eq(payments.invoiceId, invoiceId),
							isNotNull(payments.cardId),
							inArray(payments.state, ["pending", "expired"]),
						),
					)
					.orderBy(desc(payments.createdAt))
					.limit(10),
			),

		setStarted: (paymentId: string, started: { providerRef: string; redirectUrl: string | null; expiresAt: number }) =>
			write(orm.update(payments).set(started).where(eq(payments.id, paymentId))),

		/** The customer has paid, and the money arrives later. Does nothing if the payment is decided. */
		setClearing: (paymentId: string, times: { expiresAt: number; nextCheckAt: number }): Change =>
			write(
				orm
					.update(payments)
					.set({ ...times, redirectUrl: null })
					.where(and(eq(payments.id, paymentId), eq(payments.state, "pending"))),
			),

		/** Whether to save the card and charge renewals to it once it has paid. */
		setCardOptions: (paymentId: string, wish: Pick<PaymentRow, "keepCard" | "payRenewals">) =>
			write(orm.update(payments).set(wish).where(eq(payments.id, paymentId))),

		/** Stale if the payment succeeded or is already in that state. */
		setFailed: (paymentId: string, state: "failed" | "expired", failureCode: FailureCode): Change =>
			guarded(orm.update(payments).set({ state, failureCode }).where(canBecome(paymentId, state))),

		/** Counts a check. Two runs at once count as one. */
		countCheck: (payment: PaymentRow, nextCheckAt: number | null): Change =>
			write(
				orm
					.update(payments)
					.set({ checks: payment.checks + 1, nextCheckAt })
					.where(and(eq(payments.id, payment.id), eq(payments.checks, payment.checks))),
			),

		/** The next payments whose check is due, the longest waiting first. */
		async due(now: number, after: DuePayment | null, limit: number): Promise<DuePayment[]> {
			const position = after && ([after.nextCheckAt, after.id] as const);
			const { where, orderBy } = keysetInRange(payments.nextCheckAt, payments.id, { from: 0, to: now }, position);
			const rows = await db.read(
				orm
					.select({ id: payments.id, nextCheckAt: payments.nextCheckAt })
					.from(payments)
					// Not null: the condition of the partial index.
					.where(and(isNotNull(payments.nextCheckAt), where, inArray(payments.state, ["pending", "expired", "failed"])))
					.orderBy(...orderBy)
					.limit(limit),
			);
			return rows.flatMap(({ id, nextCheckAt }) => (nextCheckAt === null ? [] : [{ id, nextCheckAt }]));
		},

		/** Stale if it already succeeded. A duplicate if another payment has that receipt. */
		setSucceeded: (paymentId: string, { receipt, paidWith }: SuccessfulPayment, now: number): Change =>
			unique(
				"payments.receipt",
				guarded(
					orm
						.update(payments)
						.set({
							state: "succeeded",
							receipt,
							...(paidWith?.kind === "card" && { cardName: cardName(paidWith) }),
							...(paidWith?.kind === "mpesa" && { phone: paidWith.phone }),
							failureCode: null,
							nextCheckAt: null,
							settledAt: now,
						})
						.where(canBecome(paymentId, "succeeded")),
				),
			),

		/** Stale unless the payment still has the other receipt. A duplicate if another payment has the new one. */
		setReceipt: ({ id, receipt: previous }: PaymentRow, receipt: string): Change =>
			unique(
				"payments.receipt",
				guarded(
					orm
						.update(payments)
						.set({ receipt })
						.where(and(eq(payments.id, id), sql`${payments.receipt} is ${previous}`)),
				),
			),

		/** Stops the scheduled checks until staff decide. */
		setUnderReview: (paymentId: string): Change =>
			write(
				orm
					.update(payments)
					.set({ state: "failed", failureCode: "review", nextCheckAt: null })
					.where(and(eq(payments.id, paymentId), sql`${payments.state} <> 'succeeded'`)),
			),

		/** Ends the invoice's pay links. Stale if it is not open, or its links were ended since it was read. */
		raisePayLinkRound: (owner: Owner, { id, payLinkRound }: Invoice, now: number): Change =>
			guarded(
				orm
					.update(invoices)
					.set({ payLinkRound: payLinkRound + 1 })
					.where(
						and(
							eq(invoices.id, id),
							eq(sql`+${invoices.state}`, "open"),
							eq(invoices.payLinkRound, payLinkRound),
							ownedBy(invoices.userId, owner, now),
						),
					),
			),

		/** Expression: the number of an invoice. */
		invoiceNumber: (invoiceId: string) =>
			sql`(select ${invoices.number} from ${invoices} where ${invoices.id} = ${invoiceId})`,
	};
}

interface SuccessfulPayment {
	readonly receipt: string;
	readonly paidWith?: PaidWith | undefined;
}
