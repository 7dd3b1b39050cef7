import type { ChangeQuote } from "~/features/hosting/plan-change";
import { formatDay, type Locale } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";

interface ChangedPlan {
	readonly id: string;
	readonly productId: string;
	readonly name: string;
	readonly domain: string | null;
}

/** The order line of a plan change. Stores the agreed prices and the state of the plan they are for. */
export function planChangeLine(
	plan: ChangedPlan,
	{ to, title, facts, proration, credit, creditTaxBasisPoints, paid, expiresAt }: ChangeQuote,
) {
	const { amount } = proration.charge;
	return {
		productId: to.product.id,
		kind: "plan_change" as const,
		name: title,
		domain: null,
		planId: plan.id,
		currentExpiry: expiresAt,
		quantity: 1,
		unitAmount: amount,
		amount,
		details: {
			fromProductId: plan.productId,
			hosting: facts,
			credit: credit.amount,
			creditTaxBasisPoints,
			paid,
			note: [`From ${plan.name}`, plan.domain && `for ${plan.domain}`].filter(Boolean).join(", "),
		},
	};
}

/** The invoice lines of a plan change. Credit is a line too, so that the lines add up to the total. */
export function planChangeInvoiceLines(
	plan: ChangedPlan,
	{ title, proration, credit, expiresAt }: ChangeQuote,
	reader: Locale,
) {
	const { cost, unused, charge, daysLeft } = proration;
	const days = `${formatCount(daysLeft, "day")} until ${formatDay(expiresAt, reader)}`;
	const line = (description: string, amount: number) => ({ description, quantity: 1, unitAmount: amount, amount });
	const whole = charge.amount - cost.amount;
	if (charge.amount > 0 || credit.amount === 0)
		return [line(`${title}, ${days}`, cost.amount), line(`Unused time of ${plan.name}`, whole)];
	return [
		line(`${title}, ${days}`, cost.amount),
		line(`Unused time of ${plan.name}`, -unused.amount),
		line(`Added to your credit (${formatMoney(credit, reader.language)} including tax)`, unused.amount - cost.amount),
	];
}
