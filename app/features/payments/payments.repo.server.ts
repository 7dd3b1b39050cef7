import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { Database, Statement } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import { invoices, type PaymentMethod, type PaymentState, payments } from "~/db/schema";
import type { PaidWith } from "~/platform/payment/payment-provider";
import { cardName } from "./payment-card";
import type { FailureCode } from "./payment-failure";
import { paymentStates } from "./payment-state";

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = typeof payments.$inferInsert;

interface Insertion {
	readonly checkAt: number;
	/** The attempt that gives way. */
	readonly replaced?: string | null;
	/** Statements before it, each of which may undo the batch. */
	readonly guards?: readonly Statement[];
}

/** Payments from their first attempt to their end; each change guards the state that it starts from. */
export function createPaymentsRepo(db: Database) {
	const { orm } = db;
	const select = () => orm.select().from(payments);
	const mayBecome = (paymentId: string, state: PaymentState) =>
		and(eq(payments.id, paymentId), inArray(payments.state, paymentStates.sources(state)));

	/** The question to the provider that stands in the queue for this count of checks. */
	function checkEffect(payment: { id: string; userId: string }, checks: number, at: number, now: number) {
		return enqueue(
			db,
			{
				kind: "payment.check",
				payload: { paymentId: payment.id },
				userId: payment.userId,
				dedupeKey: `payment.check:${payment.id}:${checks}`,
				delay: Math.max(0, at - now),
			},
			now,
		);
	}

	const unwanted = (phone: string, since: number) =>
		and(
			eq(payments.phone, phone),
			gt(payments.createdAt, since),
			or(
				inArray(payments.state, ["pending", "expired"]),
				and(eq(payments.state, "failed"), eq(payments.failureCode, "declined")),
			),
		);

	/** A charge of a kept card that waits for its bank, and for nobody else. */
	const deciding = (now: number) =>
		and(isNotNull(payments.cardId), isNull(payments.redirectUrl), gt(payments.expiresAt, now));

	/** Statement: changes nothing of the invoice, which must be open while no bank decides about it. */
	function undecided({ invoiceId, method, createdAt }: NewPayment) {
		const elsewhere = orm
			.select({ id: payments.id })
			.from(payments)
			.where(
				and(
					eq(payments.invoiceId, invoiceId),
					eq(payments.state, "pending"),
					ne(payments.method, method),
					deciding(createdAt),
				),
			);
		return orm
			.update(invoices)
			.set({ state: sql`${invoices.state}` })
			.where(and(eq(invoices.id, invoiceId), eq(invoices.state, "open"), notExists(elsewhere)));
	}

	return {
		async find(paymentId: string): Promise<PaymentRow | undefined> {
			return (await db.read(select().where(eq(payments.id, paymentId))))[0];
		},

		async findByToken(provider: string, callbackToken: string): Promise<PaymentRow | undefined> {
			const where = and(eq(payments.provider, provider), eq(payments.callbackToken, callbackToken));
			return (await db.read(select().where(where)))[0];
		},

		/** Newest first. */
		ofInvoice: (invoiceId: string, limit = 10) =>
			db.read(select().where(eq(payments.invoiceId, invoiceId)).orderBy(desc(payments.createdAt)).limit(limit)),

		/** Requests to this phone that nobody answered or wanted; many of them are a nuisance to whoever holds it. */
		async countUnwanted(phone: string, since: number): Promise<number> {
			return (
				(await db.read(orm.select({ count: count() }).from(payments).where(unwanted(phone, since))))[0]?.count ?? 0
			);
		},

		/** Statements, for the guards of an insertion: undo it where that many have gone to this phone, together with it. */
		fewUnwanted(invoiceId: string, phone: string, { count: most, since }: { count: number; since: number }) {
			const made = orm.select({ count: count() }).from(payments).where(unwanted(phone, since));
			return [
				orm
					.update(invoices)
					.set({ state: sql`${invoices.state}` })
					.where(and(eq(invoices.id, invoiceId), sql`${made} < ${most}`)),
				db.mustChange(),
			];
		},

		/**
		 * A new attempt in the place of one that has run out, or of the one that it replaces. Fails on `payments_open`
		 * where another is still open. @throws NothingChanged where a bank is about to decide, or a guard refuses
		 */
		async insert(payment: NewPayment, { checkAt, replaced = null, guards = [] }: Insertion): Promise<void> {
			const { id, userId, invoiceId, method, createdAt } = payment;
			const runOut = and(
				eq(payments.invoiceId, invoiceId),
				eq(payments.method, method),
				eq(payments.state, "pending"),
				replaced === null
					? lte(payments.expiresAt, createdAt)
					: or(lte(payments.expiresAt, createdAt), eq(payments.id, replaced)),
			);
			await db.write([
				...guards,
				undecided(payment),
				db.mustChange(),
				orm.update(payments).set({ state: "expired", failureCode: "timed_out" }).where(runOut),
				orm.insert(payments).values(payment),
				checkEffect({ id, userId }, 0, checkAt, createdAt).statement,
			]);
		},

		/** Of this method, and a kept card whose bank is about to decide: that one could be paid besides. */
		async openAttempt(invoiceId: string, method: PaymentMethod, now: number): Promise<PaymentRow | undefined> {
			const open = and(eq(payments.invoiceId, invoiceId), eq(payments.state, "pending"));
			const found = await db.read(select().where(and(open, or(eq(payments.method, method), deciding(now)))));
			return found.find((attempt) => attempt.method !== method) ?? found[0];
		},

		/** Charges of kept cards of which nobody knows whether they were paid, newest first. */
		doubtful: (invoiceId: string) =>
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
			db.write([orm.update(payments).set(started).where(eq(payments.id, paymentId))]),

		/** What becomes of the card once it has paid. */
		setWish: (paymentId: string, wish: Pick<PaymentRow, "keepCard" | "payRenewals">) =>
			db.write([orm.update(payments).set(wish).where(eq(payments.id, paymentId))]),

		/** Statement. A payment that succeeded is left alone. */
		setFailed: (paymentId: string, state: "failed" | "expired", failureCode: FailureCode) =>
			orm.update(payments).set({ state, failureCode }).where(mayBecome(paymentId, state)),

		/** Counts a check and puts the next one in the queue; two checks at once count as one. */
		async reschedule(payment: PaymentRow, at: number | null, now: number): Promise<string | undefined> {
			const counted = orm
				.update(payments)
				.set({ checks: payment.checks + 1, nextCheckAt: at })
				.where(and(eq(payments.id, payment.id), eq(payments.checks, payment.checks)));
			if (at === null) {
				await db.write([counted]);
				return undefined;
			}
			const effect = checkEffect(payment, payment.checks + 1, at, now);
			await db.write([counted, effect.statement]);
			return effect.id;
		},

		async due(now: number, limit: number): Promise<string[]> {
			const where = and(
				inArray(payments.state, ["pending", "expired", "failed"]),
				isNotNull(payments.nextCheckAt),
				lte(payments.nextCheckAt, now),
			);
			const rows = await db.read(
				orm.select({ id: payments.id }).from(payments).where(where).orderBy(payments.nextCheckAt).limit(limit),
			);
			return rows.map(({ id }) => id);
		},

		setSucceeded: (paymentId: string, { receipt, paidWith }: SuccessfulPayment, now: number) => [
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
				.where(mayBecome(paymentId, "succeeded")),
			db.mustChange(),
		],

		/** Staff will decide: no more questions to the provider. */
		setUnderReview: (paymentId: string) =>
			orm
				.update(payments)
				.set({ state: "failed", failureCode: "review", nextCheckAt: null })
				.where(and(eq(payments.id, paymentId), sql`${payments.state} <> 'succeeded'`)),
	};
}

interface SuccessfulPayment {
	readonly receipt: string;
	readonly paidWith?: PaidWith | undefined;
}
