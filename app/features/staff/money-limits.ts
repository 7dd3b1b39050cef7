import { type Currency, kes, type Money, money, usd } from "~/lib/money";
import type { Role } from "./permissions";

/**
 * How much someone with a role may pay back, give or record as credit, and write off within a day without a second person.
 * Null: no limit. The amounts in dollars are about the same.
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

/**
 * What two people may move together within a day, when one asks and the other approves: their limits add up. So two people
 * of finance can refund twice what one may, and people without a limit of their own can't approve each other's requests.
 * Null: no limit.
 */
export function limitTogether(asker: readonly Role[], approver: readonly Role[], currency: Currency): Money | null {
	// An owner's own requests never wait, so only the second person can be without a limit.
	const [one, two] = [limitOf(asker, currency), limitOf(approver, currency)];
	return two === null ? null : money((one?.amount ?? 0) + two.amount, currency);
}
