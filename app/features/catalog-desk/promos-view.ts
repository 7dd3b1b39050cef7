import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import type { CostedPrices } from "./catalog-desk.server";
import type { FieldChange } from "./fields";
import { kenyanDay } from "./kenyan-moment";
import { type Discount, promoLosses, promoLossTexts } from "./promo-losses";
import type { PromoRow } from "./promos-desk.repo.server";

/** "10%", "Ksh 500" */
export const discountText = ({ percentBasisPoints, amount, currency }: Discount): string =>
	percentBasisPoints !== null ? `${percentBasisPoints / 100}%` : formatMoney(money(amount ?? 0, currency ?? "KES"));

/** What staff set. Orders that use the code change nothing of it. */
export const setByStaff = [
	"percentBasisPoints",
	"amount",
	"currency",
	"startsAt",
	"endsAt",
	"maxUses",
	"maxUsesPerCustomer",
] as const satisfies readonly (keyof PromoRow)[];

/** Differs once someone at the desk has changed the code. */
export const promoMark = (row: PromoRow): string => setByStaff.map((name) => row[name] ?? "").join(":");

/** Within the last day of a code. */
export const lastDay = ({ endsAt }: Pick<PromoRow, "endsAt">): number => endsAt - 1;

/** Until when a code applies: its last day, or the moment if it was ended on that day. */
function endText(row: Pick<PromoRow, "endsAt">): string {
	const isWholeDay = kenyanDay(row.endsAt) !== kenyanDay(lastDay(row));
	return isWholeDay ? formatDay(lastDay(row), kenya) : formatMoment(row.endsAt, kenya);
}

const count = (most: number | null): string => (most === null ? "no limit" : String(most));

/** What staff have changed, for the audit log. */
export function promoChanges(before: PromoRow, after: PromoRow): FieldChange[] {
	const facts = (row: PromoRow) => [
		["First day", formatDay(row.startsAt, kenya)] as const,
		["Last day", endText(row)] as const,
		["Discount", discountText(row)] as const,
		["Uses in all", count(row.maxUses)] as const,
		["Uses of each customer", count(row.maxUsesPerCustomer)] as const,
	];
	const now = facts(after);
	return facts(before).flatMap(([label, was], index) => {
		const is = now[index]?.[1] ?? was;
		return was === is ? [] : [{ label, before: was, after: is }];
	});
}

/** The fields of a code's form. One that has ended needs a new last day, which can be the day on which it ended. */
const fieldsOf = (row: PromoRow, now: number) => ({
	from: kenyanDay(row.startsAt),
	until: now < row.endsAt ? kenyanDay(lastDay(row)) : "",
	kind: row.percentBasisPoints !== null ? "percent" : (row.currency ?? "KES"),
	value: String((row.percentBasisPoints ?? row.amount ?? 0) / 100),
	maxUses: row.maxUses === null ? "" : String(row.maxUses),
	maxUsesPerCustomer: row.maxUsesPerCustomer === null ? "" : String(row.maxUsesPerCustomer),
});

/** @param prices what customers can order now */
export function promoView(row: PromoRow, now: number, { entries, costs }: CostedPrices) {
	const { code, startsAt, endsAt, maxUses, maxUsesPerCustomer, uses } = row;
	const isSpent = maxUses !== null && uses >= maxUses;
	return {
		id: code,
		code,
		discount: discountText(row),
		from: formatDay(startsAt, kenya),
		until: formatDay(lastDay(row), kenya),
		uses:
			maxUses === null ? uses.toLocaleString("en") : `${uses.toLocaleString("en")} of ${maxUses.toLocaleString("en")}`,
		perCustomer: maxUsesPerCustomer === null ? "No limit" : maxUsesPerCustomer.toLocaleString("en"),
		fields: fieldsOf(row, now),
		seen: promoMark(row),
		losses: now < endsAt ? promoLossTexts(promoLosses(entries, costs, row)) : [],
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
