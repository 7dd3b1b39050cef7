import { change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Cart } from "~/features/cart/cart.server";
import type { CartEntry } from "~/features/cart/lines";
import { renewalTerm } from "~/features/hosting/renewal";
import type { ContactDetails } from "~/features/orders/contact-details";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { createRenewalInvoicesRepo, type DueDomain, type DuePlan } from "./renewal-invoices.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly cart: Pick<Cart, "quote">;
	readonly orders: Pick<Orders, "place">;
}

export type RenewalInvoices = ReturnType<typeof createRenewalInvoices>;

/** Issues invoices for automatic renewals, early enough to be paid before the expiry. */
export function createRenewalInvoices({ db, clock, cart, orders }: Dependencies) {
	const repo = createRenewalInvoicesRepo(db);

	/** Invoices each expiry once: the order's idempotency key is made of it. Returns whether it was invoiced now. */
	async function invoice(
		due: DueDomain | DuePlan,
		entry: Omit<CartEntry, "key">,
		renewed: { readonly domainId: string } | { readonly planId: string },
	): Promise<boolean> {
		const { userId, currency, billing, name, expiresAt } = due;
		const items = [{ key: "renewal", ...entry }];
		const quote = await cart.quote({ items, currency }, { userId });
		const input = {
			idempotencyKey: `renewal:${due.id}:${expiresAt}`,
			items,
			contact: contactOf(due),
			expectedTotal: quote.total.amount,
			terms: true as const,
		};
		const placed = await orders.place({ id: userId, currency, billing }, input, {
			dueAt: expiresAt,
			renews: { ...renewed, expiresAt },
			also: ({ invoiceId }) => {
				const kind = "invoice.issued";
				return change(
					emit({ kind: "mail.renewal-invoice", payload: { invoiceId }, userId, once: invoiceId }),
					notify({ kind, userId, params: { invoiceId, name, total: quote.total }, once: invoiceId }),
					log({ kind, actor: "system", params: { name }, owner: { userId }, subjectId: invoiceId }),
				);
			},
		});
		// Another run, or the customer, may have ordered it first.
		if (!placed.ok && placed.error.code !== "already_ordered")
			console.warn(`No renewal invoice for ${due.id}: ${placed.error.message}`);
		return placed.ok;
	}

	return {
		/** Issues at most `limit` invoices each for domains and plans. Returns the number issued. */
		async issue(limit = 100): Promise<number> {
			const now = clock();
			const [domains, plans] = await Promise.all([repo.domains(now, limit), repo.plans(now, limit)]);
			let issued = 0;
			for (const due of domains) {
				const entry = { productId: "domain-renewal", domain: due.name, quantity: 1 };
				if (await invoice(due, entry, { domainId: due.id })) issued += 1;
			}
			for (const due of plans) {
				const { id: planId, productId, termMonths } = due;
				const entry = { productId, planId, term: renewalTerm(termMonths), quantity: 1 };
				if (await invoice(due, entry, { planId })) issued += 1;
			}
			return issued;
		},
	};
}

/** The contact of the last order, or else of the account. */
function contactOf({ contact, firstName, lastName, email, phone, company, country, billing }: DueDomain | DuePlan) {
	if (contact !== null) return JSON.parse(contact) as ContactDetails;
	const where = { address: billing?.address ?? "", city: billing?.city ?? "", country };
	return { firstName, lastName, email, phone: phone ?? "", ...where, ...(company && { company }) };
}
