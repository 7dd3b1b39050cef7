import { addYears } from "../../lib/add-years";
import { formatDay } from "../../lib/dates";
import { formatMoney, type Money, money, multiply } from "../../lib/money";
import type { Customer } from "../accounts/customer";
import { findProduct, productTitle } from "../catalog/catalog";
import { renewalPrice } from "../catalog/domain-prices";
import { priceIn } from "../catalog/prices";
import { domainRenewal, type RegisteredDomain } from "../domains/renewal";
import { planRenewal, type RunningPlan, renewalTerm, renewedUntil } from "../hosting/renewal";
import { type CartItem, toCartItem } from "./cart-item";
import { pendingOfDomain, pendingOfPlan } from "./pending-renewals";
import type { PendingRenewal } from "./renewals.server";

/** What a customer may choose from to renew something, or why it can't be renewed now. */
export type RenewalOffer =
	| { readonly item: CartItem; readonly choices: readonly RenewalChoice[] }
	| { readonly refused: string }
	/** It is ordered already. */
	| { readonly ordered: OrderedRenewal };

export interface OrderedRenewal {
	readonly what: "renewal" | "change";
	/** Its number. */
	readonly invoice: string;
	readonly invoiceId: string;
	readonly paid: boolean;
}

export interface RenewalChoice {
	/** Years, or terms of a plan. */
	readonly quantity: number;
	/** "2 years, $25.98" */
	readonly text: string;
	/** "12 Mar 2029" */
	readonly until: string;
}

const orderedOn = ({ kind, invoice, invoiceId, orderState }: PendingRenewal): RenewalOffer => ({
	ordered: { what: kind === "plan_change" ? "change" : "renewal", invoice, invoiceId, paid: orderState === "paid" },
});

type Reader = Pick<Customer, "currency" | "language" | "timezone">;

const countTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);
const shillings = (price: Money): number => price.amount / 100;

/** @param pending renewals of this customer that are ordered already. */
export function domainRenewalOffer(
	domain: RegisteredDomain,
	pending: readonly PendingRenewal[],
	now: number,
	reader: Reader,
): RenewalOffer {
	const ordered = pendingOfDomain(pending, { name: domain.name, expiries: [domain.expiresAt] });
	if (ordered) return orderedOn(ordered);
	const renewal = domainRenewal(domain, now);
	if (!renewal.ok) return { refused: renewal.error.message };
	const { name, tld } = domain;
	const { most, expiresAt } = renewal.value;
	const yearly = shillings(renewalPrice(tld));
	return {
		item: toCartItem({
			...{ productId: "domain-renewal", category: "renewal", name: `Renewal of ${name}`, domain: name, tld },
			...{ price: yearly, renewal: yearly },
		}),
		choices: countTo(most).map((years) => ({
			quantity: years,
			text: choice(years, "year", renewalPrice(tld, reader.currency), reader),
			until: formatDay(addYears(expiresAt, years), reader),
		})),
	};
}

interface OfferedPlan extends RunningPlan {
	readonly id: string;
	readonly productId: string;
	readonly domain: string | null;
	readonly price: number;
	readonly currency: Money["currency"];
}

/** @param pending renewals of this customer that are ordered already. */
export function planRenewalOffer(
	plan: OfferedPlan,
	pending: readonly PendingRenewal[],
	now: number,
	reader: Reader,
): RenewalOffer {
	const ordered = pendingOfPlan(pending, plan.id);
	if (ordered) return orderedOn(ordered);
	const renewal = planRenewal(plan);
	if (!renewal.ok) return { refused: renewal.error.message };
	const { id: planId, productId, domain, termMonths } = plan;
	const price = money(plan.price, plan.currency);
	const prices = plan.currency === "KES" ? { KES: price } : { USD: price };
	const product = findProduct(productId);
	return {
		item: toCartItem({
			...{ productId, category: "plan-renewal", planId, term: renewalTerm(termMonths) },
			name: `Renewal of ${product ? productTitle(product) : plan.name}`,
			...(domain && { domain }),
			price: shillings(priceIn(prices, "KES")),
		}),
		choices: countTo(renewal.value.most).map((terms) => ({
			quantity: terms,
			text: choice(terms, termMonths === 12 ? "year" : "month", priceIn(prices, reader.currency), reader),
			until: formatDay(renewedUntil(plan, terms * termMonths, now), reader),
		})),
	};
}

const choice = (count: number, unit: string, price: Money, { language }: Reader): string =>
	`${count} ${unit}${count === 1 ? "" : "s"}, ${formatMoney(multiply(price, count), language)}`;
