import { href } from "react-router";
import { productTitle } from "~/features/catalog/catalog";
import { taxLabel } from "~/features/catalog/settings";
import { planOrderMessage } from "~/features/orders/pending-order";
import type { PlanChanges } from "~/features/orders/plan-changes.server";
import { formatDay, type Locale } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { formatMoney, type Money, money, subtract } from "~/lib/money";
import type { ChangeQuote } from "./plan-change";
import { termName } from "./plan-row";

type Found = NonNullable<Awaited<ReturnType<PlanChanges["options"]>>>;

export type ChangeView = ReturnType<typeof changeView>;
export type ChangePreview = ReturnType<typeof preview>;

/** The plans that one can be changed to, and what the chosen one costs or gives back. */
export function changeView({ plan, alternatives, pendingOrder }: Found, chosen: string | undefined, locale: Locale) {
	const each = termName(plan.termMonths);
	const text = (amount: Money) => formatMoney(amount, locale.language);
	const now = money(plan.price, plan.currency);
	const alternative = alternatives.find(({ product }) => product.id === chosen);
	return {
		plan: { id: plan.id, name: plan.name, type: plan.type, domain: plan.domain },
		price: `${text(now)} ${each}`,
		ends: plan.expiresAt === null ? null : formatDay(plan.expiresAt, locale),
		pendingOrder: pendingOrder && {
			message: planOrderMessage(pendingOrder),
			orderHref: href("/orders/:orderId", { orderId: pendingOrder.orderId }),
			payHref:
				pendingOrder.state === "pending_payment"
					? href("/pay/:invoiceId", { invoiceId: pendingOrder.invoiceId })
					: null,
		},
		/** Apart from the chosen one. */
		others: alternatives
			.filter((one) => one !== alternative)
			.map(({ product, price }) => ({
				id: product.id,
				title: productTitle(product),
				price: text(price),
				each,
				larger: price.amount >= plan.price,
				features: product.features,
			})),
		chosen: alternative && {
			title: productTitle(alternative.product),
			preview: alternative.quote.ok ? preview(plan, alternative.quote.value, each, locale) : null,
			refused: alternative.quote.ok ? null : alternative.quote.error,
		},
	};
}

function preview({ name, price, paid }: Found["plan"], quote: ChangeQuote, each: string, locale: Locale) {
	const { to, title, proration, tax, taxBasisPoints, total, credit, expiresAt } = quote;
	const { daysLeft, daysInTerm, cost, unused, charge } = proration;
	const text = (amount: Money) => formatMoney(amount, locale.language);
	const less = (amount: Money) => text({ ...amount, amount: -amount.amount });
	const taxLine = taxLabel(taxBasisPoints);
	const given = credit.amount > 0;
	const reduced = charge.amount === 0 && paid !== null && paid < price;
	const days = formatCount(daysLeft, "day");
	const rows = given
		? [
				{ label: `Unused time of ${name}`, text: text(unused) },
				{ label: `${title} for ${days}`, text: less(cost) },
				{ label: "Tax that was paid on the difference", text: text(subtract(credit, proration.credit)) },
			]
		: [
				{ label: `${title} for ${days}`, text: text(cost) },
				{ label: `Unused time of ${name}`, text: less(subtract(cost, charge)) },
				{ label: taxLine, text: text(tax) },
			];
	return {
		rows: rows.filter((row) => row.text !== text({ ...tax, amount: 0 }) || row.label === taxLine),
		span: `${daysLeft} of ${daysInTerm} days`,
		today: text(total),
		/** Becomes credit; null where nothing is given back. */
		credit: given ? text(credit) : null,
		due: total.amount > 0,
		note: reduced ? "The unused time counts what you paid, without discounts and free domains." : null,
		renews: formatDay(expiresAt, locale),
		renewal: `${text(to.price)} ${each}`,
		agreed: { to: to.product.id, total: String(total.amount), credit: String(credit.amount) },
	};
}
