import type { Customer } from "~/features/accounts/customer";
import { findProduct, productTitle } from "~/features/catalog/catalog";
import { renewalPrice } from "~/features/catalog/domain-prices";
import { priceIn, toPrices } from "~/features/catalog/prices";
import { domainRenewal, type RegisteredDomain } from "~/features/domains/renewal";
import { toUnicode } from "~/features/domains/to-unicode";
import { expiryAfterRenewal, planRenewal, type RenewablePlan, renewalTerm } from "~/features/hosting/renewal";
import { addYears } from "~/lib/add-years";
import { formatDay } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { type Currency, formatMoney, type Money, money, multiply } from "~/lib/money";
import { type ShownItem, toCartItem } from "./cart-item";
import { findPendingDomainRenewal, findPendingPlanOrder } from "./pending-renewals";
import type { PendingRenewal, RegistryFacts } from "./renewal-lookup.server";

/** The choices for renewing a domain or plan, or why it can't be renewed now. */
export type RenewalOffer =
	| { readonly item: ShownItem; readonly choices: readonly RenewalChoice[] }
	| { readonly refused: string }
	| { readonly ordered: OrderedRenewal };

export interface OrderedRenewal {
	readonly what: "renewal" | "restoration" | "change";
	/** The invoice's number. */
	readonly invoice: string;
	readonly invoiceId: string;
	readonly paid: boolean;
}

interface RenewalChoice {
	/** Years, or terms of a plan. */
	readonly quantity: number;
	/** "2 years, $25.98" */
	readonly text: string;
	/** "12 Mar 2029" */
	readonly until: string;
}

export const orderedOffer = ({ kind, invoice, invoiceId, orderState }: PendingRenewal) => ({
	ordered: { what: orderedNames[kind] ?? "renewal", invoice, invoiceId, paid: orderState === "paid" },
});

const orderedNames: Readonly<Partial<Record<PendingRenewal["kind"], OrderedRenewal["what"]>>> = {
	plan_change: "change",
	restore: "restoration",
};

type Reader = Pick<Customer, "currency" | "language" | "timezone">;

const countTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);
const toShillings = (price: Money): number => price.amount / 100;

interface RenewedDomain {
	readonly domain: RegisteredDomain;
	/** Undefined if the registry does not answer. */
	readonly registry: RegistryFacts | undefined;
	/** The customer's renewals that are already ordered. */
	readonly pending: readonly PendingRenewal[];
}

/** Uses the same dates and prices as the quote: the registry's expiry and, for a premium name, its price. */
export function domainRenewalOffer(
	{ domain, registry, pending }: RenewedDomain,
	now: number,
	reader: Reader,
): RenewalOffer {
	const expiries = [domain.expiresAt, registry?.expiry ?? null];
	const ordered = findPendingDomainRenewal(pending, { name: domain.name, expiries });
	if (ordered) return orderedOffer(ordered);
	const renewal = domainRenewal({ ...domain, expiresAt: registry?.expiry ?? domain.expiresAt }, now);
	if (!renewal.ok) return { refused: renewal.error.message };
	const { name, tld } = domain;
	const { most, expiresAt } = renewal.value;
	const price = (currency: Currency) =>
		registry?.renewal ? priceIn(toPrices(registry.renewal), currency) : renewalPrice(tld, currency);
	const yearly = toShillings(price("KES"));
	return {
		item: toCartItem({
			...{ productId: "domain-renewal", category: "renewal", name: `Renewal of ${toUnicode(name)}`, domain: name, tld },
			...{ price: yearly, renewal: yearly },
		}),
		choices: countTo(most).map((years) => ({
			quantity: years,
			text: choiceText(years, "year", price(reader.currency), reader),
			until: formatDay(addYears(expiresAt, years), reader),
		})),
	};
}

interface OfferedPlan extends RenewablePlan {
	readonly id: string;
	readonly productId: string;
	readonly domain: string | null;
	readonly price: number;
	readonly currency: Money["currency"];
}

/** @param pending the customer's renewals that are already ordered */
export function planRenewalOffer(
	plan: OfferedPlan,
	pending: readonly PendingRenewal[],
	now: number,
	reader: Reader,
): RenewalOffer {
	const ordered = findPendingPlanOrder(pending, plan.id);
	if (ordered) return orderedOffer(ordered);
	const renewal = planRenewal(plan);
	if (!renewal.ok) return { refused: renewal.error.message };
	const { id: planId, productId, domain, termMonths } = plan;
	const prices = toPrices(money(plan.price, plan.currency));
	const product = findProduct(productId);
	return {
		item: toCartItem({
			...{ productId, category: "plan-renewal", planId, term: renewalTerm(termMonths) },
			name: `Renewal of ${product ? productTitle(product) : plan.name}`,
			...(domain && { domain }),
			price: toShillings(priceIn(prices, "KES")),
		}),
		choices: countTo(renewal.value.most).map((terms) => ({
			quantity: terms,
			text: choiceText(terms, termMonths === 12 ? "year" : "month", priceIn(prices, reader.currency), reader),
			until: formatDay(expiryAfterRenewal(plan, terms * termMonths, now), reader),
		})),
	};
}

const choiceText = (count: number, unit: string, price: Money, { language }: Reader): string =>
	`${formatCount(count, unit)}, ${formatMoney(multiply(price, count), language)}`;
