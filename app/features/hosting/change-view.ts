import { href } from "react-router";
import { productTitle } from "~/features/catalog/catalog";
import { taxLabel } from "~/features/catalog/settings";
import { planOrderMessage } from "~/features/orders/pending-order";
import type { PlanChanges } from "~/features/orders/plan-changes.server";
import { roundingLabel } from "~/features/payments/payable";
import { formatDay, type Locale } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { formatMoney, type Money, money, subtract } from "~/lib/money";
import type { ChangeQuote } from "./plan-change";
import { termName } from "./plan-row";

type Found = NonNullable<Awaited<ReturnType<PlanChanges["options"]>>>;

export type ChangeView = ReturnType<typeof changeView>;
export type ChangePreview = ReturnType<typeof preview>;

/** The plans that the customer can change to, and the cost or credit of the chosen one. */
export function changeView(
	{ plan, alternatives, pendingOrder, replaced }: Omit<Found, "replaced"> & Partial<Pick<Found, "replaced">>,
	chosen: string | undefined,
	locale: Locale,
) {
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
		/** The number of the invoice with the unpaid renewal that a change replaces. */
		replaced: replaced?.invoice ?? null,
		/** All except the chosen one. */
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
	const { to, title, proration, tax, taxBasisPoints, total, toPay, credit, expiresAt } = quote;
	const { daysLeft, daysInTerm, cost, unused, charge } = proration;
	const text = (amount: Money) => formatMoney(amount, locale.language);
	const negative = (amount: Money) => text({ ...amount, amount: -amount.amount });
	const taxLine = taxLabel(taxBasisPoints);
	const given = credit.amount > 0;
	const reduced = charge.amount === 0 && paid !== null && paid < price;
	const days = formatCount(daysLeft, "day");
	const rows = given
		? [
				{ label: `Unused time of ${name}`, text: text(unused) },
				{ label: `${title} for ${days}`, text: negative(cost) },
				{ label: "Tax paid on the difference", text: text(subtract(credit, proration.credit)) },
			]
		: [
				{ label: `${title} for ${days}`, text: text(cost) },
				{ label: `Unused time of ${name}`, text: negative(subtract(cost, charge)) },
				{ label: taxLine, text: text(tax) },
				{ label: roundingLabel, text: text(subtract(toPay, total)) },
			];
	return {
		rows: rows.filter((row) => row.text !== text({ ...tax, amount: 0 }) || row.label === taxLine),
		span: `${daysLeft} of ${daysInTerm} days`,
		today: text(toPay),
		/** Null if there is no credit. */
		credit: given ? text(credit) : null,
		due: toPay.amount > 0,
		note: reduced ? "The unused time is based on what you paid, without discounts and free domains." : null,
		renews: formatDay(expiresAt, locale),
		renewal: `${text(to.price)} ${each}`,
		agreed: { to: to.product.id, total: String(total.amount), credit: String(credit.amount) },
	};
}
