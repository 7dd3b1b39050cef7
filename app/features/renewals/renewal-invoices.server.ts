import { change, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import { nextReminderEmail, queueReminders, remind } from "~/db/reminders.server";
import type { Cart } from "~/features/cart/cart.server";
import type { CartEntry } from "~/features/cart/lines";
import { renewalTerm } from "~/features/hosting/renewal";
import type { ContactDetails } from "~/features/orders/contact-details";
import type { AutomaticRenewal } from "~/features/orders/order-line";
import type { Orders } from "~/features/orders/orders.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { kenyanDay } from "~/lib/kenyan-day";
import { listNames } from "~/lib/list-names";
import { type ReminderDays, reminderDue, reminderRanges } from "./reminder-days";
import { monthlyLeadMs, renewalInvoiceItem, yearlyLeadMs } from "./renewal-invoice";
import {
	createRenewalInvoicesRepo,
	type DueDomain,
	type DueInvoice,
	type DuePlan,
} from "./renewal-invoices.repo.server";

export interface RenewalInvoicesDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly cart: Pick<Cart, "quote">;
	readonly orders: Pick<Orders, "place">;
	readonly reminderDays: () => Promise<ReminderDays>;
}

/** Until when a plan that was invoiced after its expiry has to be paid. */
const latePlanMs = 3 * DAY;

/** `expiresAt` in ms. */
interface Item {
	readonly id: string;
	readonly expiresAt: number;
}

/** A renewal to invoice. `id`: of the domain or plan, which is the key of its entry. */
interface Renewal {
	readonly id: string;
	readonly name: string;
	readonly entry: CartEntry;
	readonly renewed: AutomaticRenewal;
}

/** On one invoice. D1 limits the statements of a batch, and the registries are asked about each domain. */
const maxRenewals = 40;

export type RenewalInvoices = ReturnType<typeof createRenewalInvoices>;

/** Issues invoices for automatic renewals, early enough to be paid before the expiry. */
export function createRenewalInvoices({ db, clock, cart, orders, reminderDays }: RenewalInvoicesDependencies) {
	const repo = createRenewalInvoicesRepo(db);

	/** The renewals of the customer that share the invoice: those of the same day, of which this is one. */
	async function sharing(due: DueDomain | DuePlan, own: Renewal, now: number): Promise<Renewal[]> {
		// A plan whose term is over is due later than the others of its day.
		if (due.expiresAt <= now) return [own];
		const { from, to } = kenyanDay(due.expiresAt);
		const found = await repo.endingTogether(due.userId, { from: Math.max(from, now), to }, maxRenewals);
		const others = [...found.domains.map(domainRenewal), ...found.plans.map(planRenewal)];
		return [own, ...others.filter(({ id }) => id !== own.id)].slice(0, maxRenewals);
	}

	/** The price, without the other renewals that can't be ordered now. Their items decide what becomes of them. */
	async function quoteOf(due: DueDomain | DuePlan, own: Renewal, renewals: readonly Renewal[]) {
		const { userId, currency } = due;
		const quote = (chosen: readonly Renewal[]) =>
			cart.quote({ items: chosen.map(({ entry }) => entry), currency }, { userId });
		const all = await quote(renewals);
		const blocked = new Set(all.problems.flatMap(({ key, blocks }) => (blocks && key !== own.id ? [key] : [])));
		if (blocked.size === 0) return { renewals, quote: all };
		const rest = renewals.filter(({ id }) => !blocked.has(id));
		return { renewals: rest, quote: await quote(rest) };
	}

	/** Invoices a renewal, together with the customer's others of that day. Each expiry is invoiced once. */
	async function invoice(due: DueDomain | DuePlan, own: Renewal, dueAt = due.expiresAt): Promise<Outcome> {
		const now = clock();
		if (due.invoiced || dueAt <= now) return done;
		// The customer may switch it on again before the expiry.
		if (!due.renews) return { state: "postponed", reason: "Does not renew automatically", until: now + DAY };
		const { userId, currency, billing } = due;
		const { renewals, quote } = await quoteOf(due, own, await sharing(due, own, now));
		const names = renewals.map(({ name }) => name);
		const input = {
			idempotencyKey: `renewal:${own.id}:${due.expiresAt}:${now}`,
			items: renewals.map(({ entry }) => entry),
			contact: contactOf(due),
			expectedTotal: quote.total.amount,
		};
		const placed = await orders.place({ id: userId, currency, billing }, input, {
			dueAt: renewals.length === 1 ? dueAt : Math.min(...renewals.map(({ renewed }) => renewed.expiresAt)),
			renews: renewals.map(({ renewed }) => renewed),
			also: ({ invoiceId }) => {
				const kind = "invoice.issued";
				const params = { invoiceId, name: listNames(names, 3), total: quote.toPay };
				return change(
					remind(db, { kind: "invoice", subjectId: invoiceId, userId, stage: now }, now),
					notify({ kind, userId, params, once: invoiceId }),
					log({ kind, actor: "system", params: { name: listNames(names) }, owner: { userId }, subjectId: invoiceId }),
				);
			},
		});
		return placed.ok ? done : outcomeOf(placed.error.code ?? placed.error.kind, own.entry.productId, now);
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
			// Also plans that have expired, if no run found them in time. They would never be suspended without an invoice.
			const planRange = dueRange(week, scope);
			const yearlyRange = isAll ? { from: week, to: month } : dueRange(month, scope);
			return queueDueItems({ db, clock }, [
				source("renewal.invoice-domain", repo.endingDomains(domainRange)),
				source("renewal.invoice-plan", repo.endingPlans(planRange, { yearly: false })),
				source("renewal.invoice-plan", repo.endingPlans(yearlyRange, { yearly: true })),
			]);
		},

		/** Adds open invoices that are due soon to their customers' next reminder email. Returns how many. */
		async sendReminders(): Promise<number> {
			const now = clock();
			const { until } = nextReminderEmail(now);
			const { invoice: days } = await reminderDays();
			return queueReminders(
				{ db, clock },
				reminderRanges(days, until).map(({ from, to }) => ({
					kind: "invoice" as const,
					page: repo.dueInvoices({ from: Math.max(now, from), to }),
					reminder({ id, userId, dueAt }: DueInvoice) {
						const stage = reminderDue(days, dueAt, until);
						return stage === null ? null : { userId, subjectId: id, stage };
					},
				})),
			);
		},

		/** Invoices the renewal of a domain, and what else is due that day. Does nothing if it has expired or has another expiry date now. */
		async invoiceDomain({ id, expiresAt }: Item): Promise<Outcome> {
			const due = await repo.domain(id);
			if (due?.expiresAt !== expiresAt) return done;
			return invoice(due, domainRenewal(due));
		},

		/**
		 * Invoices the renewal of a plan, and what else is due that day. Also after its expiry, for a plan that was kept from
		 * being invoiced in time. Does nothing if it has ended or has another expiry date now.
		 */
		async invoicePlan({ id, expiresAt }: Item): Promise<Outcome> {
			const due = await repo.plan(id);
			if (due?.expiresAt !== expiresAt) return done;
			const now = clock();
			const dueAt = expiresAt <= now && due.renews ? now + latePlanMs : expiresAt;
			return invoice(due, planRenewal(due), dueAt);
		},
	};
}

const domainRenewal = ({ id, name, expiresAt }: Pick<DueDomain, "id" | "name" | "expiresAt">): Renewal => ({
	id,
	name,
	entry: { key: id, productId: "domain-renewal", domain: name, quantity: 1 },
	renewed: { domainId: id, domain: name, expiresAt },
});

const planRenewal = (plan: Pick<DuePlan, "id" | "name" | "expiresAt" | "productId" | "termMonths">): Renewal => {
	const { id, name, expiresAt, productId, termMonths } = plan;
	return {
		id,
		name,
		entry: { key: id, productId, planId: id, term: renewalTerm(termMonths), quantity: 1 },
		renewed: { planId: id, expiresAt },
	};
};

/** What follows from the reason why an order was refused. */
function outcomeOf(code: string, productId: string, now: number): Outcome {
	// If that order is cancelled, the renewal still has to be invoiced.
	if (code === "already_ordered") return { state: "postponed", reason: "Already ordered", until: now + 6 * HOUR };
	const reason = `The renewal of ${productId} was refused: ${code}`;
	return { state: code === "price_changed" ? "failed" : "refused", reason };
}

/** The contact of the last order, or else of the account. */
function contactOf({ contact, firstName, lastName, email, phone, company, country, billing }: DueDomain | DuePlan) {
	if (contact !== null) return JSON.parse(contact) as ContactDetails;
	const where = { address: billing?.address ?? "", city: billing?.city ?? "", country };
	return { firstName, lastName, email, phone: phone ?? "", ...where, ...(company && { company }) };
}
