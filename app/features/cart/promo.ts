import { formatDay, kenya } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import { ok, type Result } from "~/lib/result";
import type { PromoTerms } from "./totals";

/** A code with how often all customers and the current customer have used it. */
export interface PromoCode {
	readonly code: string;
	/** Hundredths of a percent. Exactly one of this and `amount` (minor units of `currency`) is set. */
	readonly percentBasisPoints: number | null;
	readonly amount: number | null;
	readonly currency: Currency | null;
	/** Epoch milliseconds. `endsAt` is exclusive. */
	readonly startsAt: number;
	readonly endsAt: number;
	readonly maxUses: number | null;
	readonly maxUsesPerCustomer: number | null;
	readonly uses: number;
	readonly customerUses: number;
}

export interface PromoRefusal {
	readonly code: "unknown" | "not_yet" | "expired" | "spent" | "used_by_customer" | "currency";
	readonly message: string;
}

/** Codes are stored in upper case. */
export const normalisePromo = (text: string): string => text.trim().toUpperCase();

/** Checks whether the code can be used now. The database checks again, atomically, when an order is placed. */
export function checkPromo(
	typed: string,
	promo: PromoCode | undefined,
	{ now, currency }: { now: number; currency: Currency },
): Result<PromoTerms, PromoRefusal> {
	if (!promo) return refuse("unknown", `There is no promo code ${typed}. Check the spelling, or remove it.`);
	const { code } = promo;
	if (now < promo.startsAt)
		return refuse("not_yet", `The promo code ${code} is valid from ${formatDay(promo.startsAt, kenya)}.`);
	if (now >= promo.endsAt) return refuse("expired", `The promo code ${code} has expired.`);
	if (promo.maxUses !== null && promo.uses >= promo.maxUses) {
		return refuse("spent", `The promo code ${code} has been used up.`);
	}
	if (promo.maxUsesPerCustomer !== null && promo.customerUses >= promo.maxUsesPerCustomer) {
		return refuse("used_by_customer", `You have already used the promo code ${code}.`);
	}
	if (promo.percentBasisPoints !== null)
		return ok({ code, percentBasisPoints: promo.percentBasisPoints, amount: null });
	if (promo.amount === null || promo.currency !== currency) {
		return refuse("currency", `The promo code ${code} is for orders in another currency.`);
	}
	return ok({ code, percentBasisPoints: null, amount: money(promo.amount, promo.currency) });
}

/** "10% off", "Ksh 500 off". */
export function promoLabel({ percentBasisPoints, amount }: PromoTerms): string {
	return `${percentBasisPoints !== null ? `${percentBasisPoints / 100}%` : formatMoney(amount)} off`;
}

const refuse = (code: PromoRefusal["code"], message: string) => ({ ok: false as const, error: { code, message } });
