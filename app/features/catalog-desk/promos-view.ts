import { formatMoment, kenya } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import type { PromoRow } from "./promos-desk.repo.server";

interface Discount {
	readonly percentBasisPoints: number | null;
	readonly amount: number | null;
	readonly currency: Currency | null;
}

/** "10%", "Ksh 500" */
export const discountText = ({ percentBasisPoints, amount, currency }: Discount): string =>
	percentBasisPoints !== null ? `${percentBasisPoints / 100}%` : formatMoney(money(amount ?? 0, currency ?? "KES"));

export function promoView(row: PromoRow, now: number) {
	const { code, startsAt, endsAt, maxUses, maxUsesPerCustomer, uses } = row;
	const isSpent = maxUses !== null && uses >= maxUses;
	return {
		id: code,
		code,
		discount: discountText(row),
		until: formatMoment(endsAt, kenya),
		uses: maxUses === null ? String(uses) : `${uses} of ${maxUses}`,
		perCustomer: maxUsesPerCustomer === null ? "No limit" : String(maxUsesPerCustomer),
		state:
			now >= endsAt
				? ("ended" as const)
				: isSpent
					? ("spent" as const)
					: now < startsAt
						? ("later" as const)
						: ("valid" as const),
	};
}

export type PromoView = ReturnType<typeof promoView>;
