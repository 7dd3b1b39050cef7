import { type Currency, kes, type Money, money, usd } from "~/lib/money";
import type { Role } from "./permissions";

/**
 * How much someone with a role may pay back and give as credit within a day without a second person. Null: no limit. The
 * amounts in dollars are about the same.
 */
export const moneyLimits: Readonly<Record<Role, Readonly<Record<Currency, Money>> | null>> = {
	owner: null,
	manager: { KES: kes(50_000), USD: usd(38_500) },
	finance: { KES: kes(20_000), USD: usd(15_500) },
	support: { KES: kes(0), USD: usd(0) },
	catalogue: { KES: kes(0), USD: usd(0) },
	"read-only": { KES: kes(0), USD: usd(0) },
};

/** The highest limit of someone's roles. Null: none. */
export function limitOf(roles: readonly Role[], currency: Currency): Money | null {
	let highest = 0;
	for (const role of roles) {
		const limit = moneyLimits[role];
		if (limit === null) return null;
		highest = Math.max(highest, limit[currency].amount);
	}
	return money(highest, currency);
}

/** Whether someone with these roles may pay this in addition to what they paid today. */
export const isWithinLimit = (roles: readonly Role[], { amount, currency }: Money, today: number): boolean => {
	const limit = limitOf(roles, currency);
	return limit === null || today + amount <= limit.amount;
};
