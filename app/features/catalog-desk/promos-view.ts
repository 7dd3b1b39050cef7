import { formatDay, kenya } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import type { FieldChange } from "./fields";
import { kenyanDay } from "./kenyan-moment";
import type { PromoRow } from "./promos-desk.repo.server";

interface Discount {
	readonly percentBasisPoints: number | null;
	readonly amount: number | null;
	readonly currency: Currency | null;
}

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

const count = (most: number | null): string => (most === null ? "no limit" : String(most));

/** What staff have changed, for the audit log. */
export function promoChanges(before: PromoRow, after: PromoRow): FieldChange[] {
	const facts = (row: PromoRow) => [
		["First day", formatDay(row.startsAt, kenya)] as const,
		["Last day", formatDay(lastDay(row), kenya)] as const,
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

/** The fields of a code's form. */
const fieldsOf = (row: PromoRow) => ({
	from: kenyanDay(row.startsAt),
	until: kenyanDay(lastDay(row)),
	kind: row.percentBasisPoints !== null ? "percent" : (row.currency ?? "KES"),
	value: String((row.percentBasisPoints ?? row.amount ?? 0) / 100),
	maxUses: row.maxUses === null ? "" : String(row.maxUses),
	maxUsesPerCustomer: row.maxUsesPerCustomer === null ? "" : String(row.maxUsesPerCustomer),
});

export function promoView(row: PromoRow, now: number) {
	const { code, startsAt, endsAt, maxUses, maxUsesPerCustomer, uses } = row;
	const isSpent = maxUses !== null && uses >= maxUses;
	return {
		id: code,
		code,
		discount: discountText(row),
		from: formatDay(startsAt, kenya),
		until: formatDay(lastDay(row), kenya),
		uses: maxUses === null ? String(uses) : `${uses} of ${maxUses}`,
		perCustomer: maxUsesPerCustomer === null ? "No limit" : String(maxUsesPerCustomer),
		fields: fieldsOf(row),
		seen: promoMark(row),
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
