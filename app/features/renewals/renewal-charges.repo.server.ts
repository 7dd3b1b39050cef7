import { and, asc, eq, exists, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { domains, hostingPlans, invoices, orders, paymentCards, payments, users } from "~/db/schema";
import type { InvoiceState } from "~/features/invoices/invoice-state";
import type { Renewable } from "~/features/payments/renewal-charge";
import { MINUTE } from "~/lib/durations";

export type RenewalRow = Awaited<ReturnType<ReturnType<typeof createRenewalChargesRepo>["due"]>>[number];

/** How long after its start a customer may still complete another payment of the invoice. */
const otherPaymentMs = 30 * MINUTE;

const tables = { domain: domains, plan: hostingPlans } as const;
const renews = {
	domain: and(eq(domains.status, "active"), eq(domains.autoRenew, true)),
	plan: and(eq(hostingPlans.status, "active"), isNull(hostingPlans.cancelledAt)),
} as const;

/** The last time that the schedule tried to charge the invoice. */
const lastTry = sql<number | null>`(select max(p.created_at) from ${payments} p
	where p.invoice_id = ${invoices.id} and p.automatic = 1)`;

/** Queries for domains and plans with auto-renew, the invoice of their next renewal, and the card that pays it. */
export function createRenewalChargesRepo(db: Database) {
	const { orm } = db;

	/** Fields of the invoice or the card are null if there is none. */
	function renewals(kind: Renewable) {
		const thing = tables[kind];
		return orm
			.select({
				kind: sql<Renewable>`${kind}`.as("kind"),
				thingId: sql<string>`${thing.id}`.as("thing_id"),
				name: thing.name,
				endsAt: sql<number>`${thing.expiresAt}`.as("ends_at"),
				on: sql<number>`(${renews[kind]}) and ${users.status} = 'active'`.as("is_on"),
				userId: sql<string>`${users.id}`.as("holder_id"),
				email: users.email,
				invoiceId: sql<string | null>`${invoices.id}`.as("invoice_id"),
				invoiceState: sql<InvoiceState | null>`${invoices.state}`.as("invoice_state"),
				issuedAt: invoices.issuedAt,
				cardId: sql<string | null>`${paymentCards.id}`.as("card_id"),
				brand: paymentCards.brand,
				last4: paymentCards.last4,
				expMonth: paymentCards.expMonth,
				expYear: paymentCards.expYear,
				lastTry: lastTry.as("last_try"),
			})
			.from(thing)
			.innerJoin(users, eq(users.id, thing.userId))
			.leftJoin(
				orders,
				and(
					eq(orders.userId, thing.userId),
					eq(kind === "domain" ? orders.renewedDomainId : orders.renewedPlanId, thing.id),
					eq(orders.renewedExpiry, thing.expiresAt),
				),
			)
			.leftJoin(invoices, eq(invoices.orderId, orders.id))
			.leftJoin(
				paymentCards,
				and(eq(paymentCards.userId, thing.userId), isNotNull(paymentCards.renewalsAt), isNull(paymentCards.removedAt)),
			)
			.$dynamic();
	}

	return {
		/**
		 * Renewals of all customers with an open invoice and a card, which end by `by` and were not tried after `triedBefore`.
		 * Times in ms.
		 */
		due(kind: Renewable, { by, triedBefore }: { by: number; triedBefore: number }, now: number, limit: number) {
			const { expiresAt } = tables[kind];
			return db.read(
				renewals(kind)
					.where(
						and(
							renews[kind],
							eq(users.status, "active"),
							gt(expiresAt, now),
							lte(expiresAt, by),
							eq(invoices.state, "open"),
							isNotNull(paymentCards.id),
							sql`coalesce(${lastTry}, 0) <= ${triedBefore}`,
						),
					)
					.orderBy(asc(expiresAt))
					.limit(limit),
			);
		},

		/** Renewals of all customers whose charge started after `since` (ms) and got no answer from the provider. */
		unanswered: (kind: Renewable, since: number, limit: number) =>
			db.read(
				renewals(kind)
					.innerJoin(payments, eq(payments.invoiceId, invoices.id))
					.where(
						and(
							// Must match the condition of the partial index.
							sql`${payments.automatic} = 1 and ${isNull(payments.providerRef)}`,
							or(eq(payments.state, "pending"), eq(payments.state, "expired")),
							gt(payments.createdAt, since),
							eq(invoices.state, "open"),
							isNotNull(paymentCards.id),
						),
					)
					.limit(limit),
			),

		/** The next renewal of one domain or plan. */
		findRenewal: (owner: Owner, kind: Renewable, id: string, now: number) =>
			db.read(renewals(kind).where(and(eq(tables[kind].id, id), ownedBy(tables[kind].userId, owner, now)))),

		/** The renewal that an invoice is for. Empty for any other invoice. @param owner null skips the check of the owner */
		findRenewalOfInvoice(owner: Owner | null, kind: Renewable, invoiceId: string, now: number) {
			const mine = owner === null ? undefined : ownedBy(invoices.userId, owner, now);
			const customer = orm
				.select({ id: invoices.userId })
				.from(invoices)
				.where(and(eq(invoices.id, invoiceId), mine));
			return db.read(
				renewals(kind).where(and(eq(invoices.id, invoiceId), sql`${tables[kind].userId} = (${customer})`)),
			);
		},

		/** Stale unless the card may be charged, auto-renew is on and the invoice is open. Changes nothing. */
		requireConsent({ kind, thingId, endsAt, cardId, invoiceId }: Chargeable): Change {
			const thing = tables[kind];
			const renewed = orm
				.select({ one: sql`1` })
				.from(thing)
				.innerJoin(users, eq(users.id, thing.userId))
				.innerJoin(invoices, eq(invoices.userId, thing.userId))
				.where(
					and(
						eq(thing.id, thingId),
						eq(thing.expiresAt, endsAt),
						renews[kind],
						eq(users.status, "active"),
						eq(invoices.id, invoiceId),
						eq(invoices.state, "open"),
					),
				);
			return guarded(
				orm
					.update(paymentCards)
					.set({ renewalsAt: sql`${paymentCards.renewalsAt}` })
					.where(
						and(
							eq(paymentCards.id, cardId),
							isNotNull(paymentCards.renewalsAt),
							isNull(paymentCards.removedAt),
							exists(renewed),
						),
					),
			);
		},

		/** Stale if the charge was tried since it was read, or another payment is in progress. Changes nothing. */
		requireNoOtherPayment(invoiceId: string, tried: number | null, now: number): Change {
			const others = sql`exists (select 1 from ${payments} p where p.invoice_id = ${invoices.id} and (
				p.failure_code = 'review'
				or (p.state in ('pending', 'expired') and (p.expires_at > ${now} or p.created_at > ${now - otherPaymentMs}))))`;
			return guarded(
				orm
					.update(invoices)
					.set({ dueAt: sql`${invoices.dueAt}` })
					.where(
						and(
							eq(invoices.id, invoiceId),
							eq(invoices.state, "open"),
							sql`coalesce(${lastTry}, 0) = ${tried ?? 0}`,
							sql`not ${others}`,
						),
					),
			);
		},
	};
}

interface Chargeable {
	readonly kind: Renewable;
	readonly thingId: string;
	readonly endsAt: number;
	readonly cardId: string;
	readonly invoiceId: string;
}
