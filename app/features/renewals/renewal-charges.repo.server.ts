import { and, between, eq, exists, isNotNull, isNull, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { reportNew } from "~/db/problems.server";
import { domains, hostingPlans, invoices, orderLines, paymentCards, payments, users } from "~/db/schema";
import type { InvoiceState } from "~/features/invoices/invoice-state";
import type { Renewable } from "~/features/payments/renewal-charge";
import { MINUTE } from "~/lib/durations";
import type { Currency } from "~/lib/money";

export type RenewalRow = Awaited<ReturnType<ReturnType<typeof createRenewalChargesRepo>["findRenewal"]>>[number];

/** How long after its start a customer may still complete another payment of the invoice. */
const otherPaymentMs = 30 * MINUTE;

const tables = { domain: domains, plan: hostingPlans } as const;
/** The currency of an invoice for the next renewal. */
const currencies = { domain: users.currency, plan: hostingPlans.currency } as const;
const renewedBy = { domain: orderLines.renewedDomainId, plan: orderLines.renewedPlanId } as const;
/** With the plus, SQLite does not read all active domains or plans to find one. */
const renews = {
	domain: and(sql`+${domains.status} = 'active'`, eq(domains.autoRenew, true)),
	plan: and(sql`+${hostingPlans.status} = 'active'`, isNull(hostingPlans.cancelledAt)),
} as const;

/** Whether the invoice renews a domain. */
const renewsDomain = sql`exists (select 1 from ${orderLines} l
	where l.order_id = ${invoices.orderId} and l.renewed_domain_id is not null)`;

/** Whether the invoice also has something that does not renew automatically any more. */
const hasOther = sql`exists (select 1 from ${orderLines} l
	left join ${domains} d on d.id = l.renewed_domain_id and d.expires_at = l.renewed_expiry
	left join ${hostingPlans} h on h.id = l.renewed_plan_id and h.expires_at = l.renewed_expiry
	where l.order_id = ${invoices.orderId} and (l.renewed_domain_id is not null or l.renewed_plan_id is not null)
		and not coalesce(d.status = 'active' and d.auto_renew = 1, h.status = 'active' and h.cancelled_at is null, 0))`;

/** The last time that the schedule tried to charge the invoice. */
const lastTry = sql<number | null>`(select max(p.created_at) from ${payments} p
	where p.invoice_id = ${invoices.id} and p.automatic = 1)`;

/** Whether the customer declined a prompt for the invoice, so that no other one is sent. */
const promptDeclined = sql<number>`exists (select 1 from ${payments} p
	where p.invoice_id = ${invoices.id} and p.prompted = 1 and p.failure_code = 'declined')`;

/**
 * Whether a charge of the schedule got no answer. The first part is the condition of the partial index. With the plus,
 * SQLite does not use the index on the state instead.
 */
const isUnanswered = sql`${payments.automatic} = 1 and ${isNull(payments.providerRef)}
	and +${payments.state} in ('pending', 'expired')`;

/** An open invoice. Times in ms. */
export interface OpenInvoice {
	readonly invoiceId: string;
	readonly dueAt: number;
	/** The renewal that a card pays. Null if the invoice is for anything else. */
	readonly renewal: ChargeableRenewal | null;
}

/** A renewal with an open invoice that a card pays. Times in ms. */
export interface ChargeableRenewal {
	readonly issuedAt: number;
	/** Of the domain or plan. */
	readonly id: string;
	readonly endsAt: number;
	readonly lastTry: number | null;
}

/** A charge without an answer. `createdAt` in ms. */
export interface UnansweredCharge {
	readonly id: string;
	readonly invoiceId: string;
	readonly createdAt: number;
}

/** Queries for domains and plans with auto-renew, the invoice of their next renewal, and the card that pays it. */
export function createRenewalChargesRepo(db: Database) {
	const { orm } = db;

	/** Fields of the invoice or the card are null if there is none. */
	function renewals(kind: Renewable) {
		const thing = tables[kind];
		return (
			orm
				.select({
					thing: sql<Renewable>`${kind}`.as("thing"),
					/** Whose days of charges count. An invoice that renews a domain has those of domains. */
					kind: sql<Renewable>`iif(${renewsDomain}, 'domain', ${kind})`.as("kind"),
					thingId: sql<string>`${thing.id}`.as("thing_id"),
					name: thing.name,
					endsAt: sql<number>`${thing.expiresAt}`.as("ends_at"),
					on: sql<number>`(${renews[kind]}) and ${users.status} = 'active' and not ${hasOther}`.as("is_on"),
					userId: sql<string>`${users.id}`.as("holder_id"),
					email: users.email,
					invoiceId: sql<string | null>`${invoices.id}`.as("invoice_id"),
					invoiceState: sql<InvoiceState | null>`${invoices.state}`.as("invoice_state"),
					issuedAt: invoices.issuedAt,
					dueAt: invoices.dueAt,
					currency: sql<Currency>`coalesce(${invoices.currency}, ${currencies[kind]})`.as("renewal_currency"),
					promptPhone: users.promptPhone,
					promptHour: users.promptHour,
					promptDeclined: promptDeclined.as("prompt_declined"),
					cardId: sql<string | null>`${paymentCards.id}`.as("card_id"),
					brand: paymentCards.brand,
					last4: paymentCards.last4,
					expMonth: paymentCards.expMonth,
					expYear: paymentCards.expYear,
					lastTry: lastTry.as("last_try"),
				})
				.from(thing)
				.innerJoin(users, eq(users.id, thing.userId))
				.leftJoin(orderLines, and(eq(renewedBy[kind], thing.id), eq(orderLines.renewedExpiry, thing.expiresAt)))
				// Not one of an earlier owner.
				.leftJoin(invoices, and(eq(invoices.orderId, orderLines.orderId), eq(invoices.userId, thing.userId)))
				.leftJoin(
					paymentCards,
					and(
						eq(paymentCards.userId, thing.userId),
						isNotNull(paymentCards.renewalsAt),
						isNull(paymentCards.removedAt),
					),
				)
				.$dynamic()
		);
	}

	return {
		/**
		 * Open invoices of all customers that are due in this range, each with its renewal if the customer chose a card for
		 * it. Most have none, so a page is a number of invoices, not of renewals: each statement reads no more than that.
		 */
		chargeable:
			(kind: Renewable, range: DueRange) =>
			async (after: OpenInvoice | null, limit: number): Promise<OpenInvoice[]> => {
				const position = after && ([after.dueAt, after.invoiceId] as const);
				const { where, orderBy } = keysetInRange(invoices.dueAt, invoices.id, range, position);
				// The state is no parameter, so that the partial index serves.
				const isOpen = sql`${invoices.state} = 'open'`;
				const page = await db.read(
					orm
						.select({ invoiceId: invoices.id, dueAt: invoices.dueAt })
						.from(invoices)
						.where(and(isOpen, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
				const [first, last] = [page[0], page.at(-1)];
				if (!first || !last) return [];
				const thing = tables[kind];
				const renewed = await db.read(
					orm
						.select({
							invoiceId: sql<string>`${invoices.id}`.as("invoice_id"),
							issuedAt: invoices.issuedAt,
							id: sql<string>`${thing.id}`.as("thing_id"),
							endsAt: sql<number>`${thing.expiresAt}`.as("ends_at"),
							lastTry: lastTry.as("last_try"),
						})
						.from(invoices)
						.innerJoin(
							paymentCards,
							and(
								eq(paymentCards.userId, invoices.userId),
								isNotNull(paymentCards.renewalsAt),
								isNull(paymentCards.removedAt),
							),
						)
						.innerJoin(orderLines, eq(orderLines.orderId, invoices.orderId))
						.innerJoin(
							thing,
							and(
								// With the plus, SQLite does not read all renewals instead of the open invoices.
								sql`${thing.id} = +${renewedBy[kind]}`,
								eq(thing.expiresAt, orderLines.renewedExpiry),
							),
						)
						.innerJoin(users, eq(users.id, thing.userId))
						.where(
							and(isOpen, between(invoices.dueAt, first.dueAt, last.dueAt), renews[kind], eq(users.status, "active")),
						),
				);
				// One item for each invoice, always of the same domain or plan.
				const byId = renewed.toSorted((a, b) => (a.id < b.id ? 1 : -1));
				const byInvoice = new Map(byId.map(({ invoiceId, ...renewal }) => [invoiceId, renewal]));
				return page.map((invoice) => ({ ...invoice, renewal: byInvoice.get(invoice.invoiceId) ?? null }));
			},

		/** Reports open invoices that are due in this range and renew a domain automatically, each once. */
		reportUnpaid({ from, to }: DueRange, now: number): Change {
			// With the plus, SQLite does not read all active domains. The state is no parameter, so that the partial index serves.
			const renewed = sql`exists (select 1 from ${orderLines} l join ${domains} d
				on d.id = l.renewed_domain_id and d.expires_at = l.renewed_expiry and d.user_id = ${invoices.userId}
				where l.order_id = ${invoices.orderId} and +d.status = 'active' and d.auto_renew = 1)`;
			const due = sql`${invoices.dueAt} > ${from} and ${invoices.dueAt} <= ${to}`;
			const rows = sql`from ${invoices} where ${invoices.state} = 'open' and ${due} and ${renewed}`;
			return reportNew(db, { kind: "renewal", subject: invoices.id, dueAt: invoices.dueAt }, rows, now);
		},

		/** Scheduled charges of all customers that got no answer from the provider, which started in this range. */
		unanswered:
			(range: DueRange) =>
			(after: UnansweredCharge | null, limit: number): Promise<UnansweredCharge[]> => {
				const position = after && ([after.createdAt, after.id] as const);
				const { where, orderBy } = keysetInRange(payments.createdAt, payments.id, range, position);
				const { id, invoiceId, createdAt } = payments;
				return db.read(
					orm
						.select({ id, invoiceId, createdAt })
						.from(payments)
						.where(and(isUnanswered, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Whether the charge still has no answer from the provider. */
		async isUnanswered(paymentId: string): Promise<boolean> {
			const found = orm
				.select({ id: payments.id })
				.from(payments)
				.where(and(eq(payments.id, paymentId), isUnanswered));
			return (await db.read(found)).length > 0;
		},

		/** The next renewal of one domain or plan. @param owner null skips the check of the owner */
		findRenewal: (owner: Owner | null, kind: Renewable, id: string, now: number) =>
			db.read(
				renewals(kind).where(
					and(eq(tables[kind].id, id), owner === null ? undefined : ownedBy(tables[kind].userId, owner, now)),
				),
			),

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
		requireConsent({ thing: kind, thingId, endsAt, cardId, invoiceId }: Chargeable): Change {
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
						sql`not ${hasOther}`,
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
	readonly thing: Renewable;
	readonly thingId: string;
	readonly endsAt: number;
	readonly cardId: string;
	readonly invoiceId: string;
}
