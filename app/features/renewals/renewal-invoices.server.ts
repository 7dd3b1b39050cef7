import { change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import type { Cart } from "~/features/cart/cart.server";
import type { CartEntry } from "~/features/cart/lines";
import { renewalTerm } from "~/features/hosting/renewal";
import type { ContactDetails } from "~/features/orders/contact-details";
import type { Orders } from "~/features/orders/orders.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { monthlyLeadMs, renewalInvoiceItem, yearlyLeadMs } from "./renewal-invoice";
import { createRenewalInvoicesRepo, type DueDomain, type DuePlan } from "./renewal-invoices.repo.server";

export interface RenewalInvoicesDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly cart: Pick<Cart, "quote">;
	readonly orders: Pick<Orders, "place">;
}

/** Until when a plan that was invoiced after its expiry has to be paid. */
const latePlanMs = 3 * DAY;

/** `expiresAt` in ms. */
interface Item {
	readonly id: string;
	readonly expiresAt: number;
}

export type RenewalInvoices = ReturnType<typeof createRenewalInvoices>;

/** Issues invoices for automatic renewals, early enough to be paid before the expiry. */
export function createRenewalInvoices({ db, clock, cart, orders }: RenewalInvoicesDependencies) {
	const repo = createRenewalInvoicesRepo(db);

	/** Invoices each expiry once: the order's idempotency key is made of it. */
	async function invoice(
		due: DueDomain | DuePlan,
		entry: Omit<CartEntry, "key">,
		renewed: { readonly domainId: string } | { readonly planId: string },
		dueAt = due.expiresAt,
	): Promise<Outcome> {
		const now = clock();
		if (due.invoiced || dueAt <= now) return done;
		// The customer may switch it on again before the expiry.
		if (!due.renews) return { state: "postponed", reason: "Does not renew automatically", until: now + DAY };
		const { userId, currency, billing, name, expiresAt } = due;
		const items = [{ key: "renewal", ...entry }];
		const quote = await cart.quote({ items, currency }, { userId });
		const input = {
			idempotencyKey: `renewal:${due.id}:${expiresAt}`,
			items,
			contact: contactOf(due),
			expectedTotal: quote.total.amount,
		};
		const placed = await orders.place({ id: userId, currency, billing }, input, {
			dueAt,
			renews: { ...renewed, expiresAt },
			also: ({ invoiceId }) => {
				const kind = "invoice.issued";
				return change(
					emit({ kind: "mail.renewal-invoice", payload: { invoiceId }, userId, once: invoiceId }),
					notify({ kind, userId, params: { invoiceId, name, total: quote.toPay }, once: invoiceId }),
					log({ kind, actor: "system", params: { name }, owner: { userId }, subjectId: invoiceId }),
				);
			},
		});
		return placed.ok ? done : outcomeOf(placed.error.code ?? placed.error.kind, entry.productId, now);
	}

	const source = (
		kind: "renewal.invoice-domain" | "renewal.invoice-plan",
		page: ReturnType<typeof repo.endingDomains>,
	) => ({
		kind,
		page,
		event: renewalInvoiceItem,
	});

	return {
		/** Queues domains and plans whose renewal has to be invoiced. Returns the number of new items. */
		async queueDue(scope: Scope): Promise<number> {
			const now = clock();
			const [month, week] = [now + yearlyLeadMs, now + monthlyLeadMs];
			const isAll = scope === "all";
			const domainRange = isAll ? { from: now, to: month } : dueRange(month, scope);
			const planRange = isAll ? { from: now, to: week } : dueRange(week, scope);
			const yearlyRange = isAll ? { from: week, to: month } : dueRange(month, scope);
			return queueDueItems({ db, clock }, [
				source("renewal.invoice-domain", repo.endingDomains(domainRange)),
				source("renewal.invoice-plan", repo.endingPlans(planRange, { yearly: false })),
				source("renewal.invoice-plan", repo.endingPlans(yearlyRange, { yearly: true })),
			]);
		},

		/** Invoices the renewal of a domain. Does nothing if it has expired or has another expiry date now. */
		async invoiceDomain({ id, expiresAt }: Item): Promise<Outcome> {
			const due = await repo.domain(id);
			if (due?.expiresAt !== expiresAt) return done;
			return invoice(due, { productId: "domain-renewal", domain: due.name, quantity: 1 }, { domainId: id });
		},

		/**
		 * Invoices the renewal of a plan. Also after its expiry, for a plan that another unpaid order kept from being invoiced.
		 * Does nothing if it has ended or has another expiry date now.
		 */
		async invoicePlan({ id, expiresAt }: Item): Promise<Outcome> {
			const due = await repo.plan(id);
			if (due?.expiresAt !== expiresAt) return done;
			const { productId, termMonths, renews } = due;
			const now = clock();
			const dueAt = expiresAt <= now && renews ? now + latePlanMs : expiresAt;
			return invoice(due, { productId, planId: id, term: renewalTerm(termMonths), quantity: 1 }, { planId: id }, dueAt);
		},
	};
}

/** What follows from the reason why an order was refused. */
function outcomeOf(code: string, productId: string, now: number): Outcome {
	// If that order is cancelled, the renewal still has to be invoiced.
	if (code === "already_ordered") return { state: "postponed", reason: "Already ordered", until: now + 6 * HOUR };
	// Another delivery has placed it.
	if (code === "idempotency_key_reused") return done;
	const reason = `The renewal of ${productId} was refused: ${code}`;
	return { state: code === "price_changed" ? "failed" : "refused", reason };
}

/** The contact of the last order, or else of the account. */
function contactOf({ contact, firstName, lastName, email, phone, company, country, billing }: DueDomain | DuePlan) {
	if (contact !== null) return JSON.parse(contact) as ContactDetails;
	const where = { address: billing?.address ?? "", city: billing?.city ?? "", country };
	return { firstName, lastName, email, phone: phone ?? "", ...where, ...(company && { company }) };
}
