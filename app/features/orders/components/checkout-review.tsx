import { Price } from "~/components/ui/price";
import { Skeleton } from "~/components/ui/skeleton";
import { lineTitle } from "~/features/cart/lines";
import type { Quote } from "~/features/cart/quote";
import type { CartPrices } from "~/features/cart/use-quote";
import { taxLabel } from "~/features/catalog/settings";
import { formatMoney, isZero, type Money } from "~/lib/money";

/** What is bought, at the server's prices; until they have come, the figures stand as an estimate. */
export function CheckoutReview({ prices }: { prices: CartPrices }) {
	const { quote, figures, state } = prices;
	return (
		<div className="grid gap-5" aria-busy={state === "checking"}>
			{quote ? <Lines quote={quote} /> : <Skeleton className="h-20" />}
			<dl className="grid gap-2 border-t border-line pt-5 tabular-nums">
				<Row name="Subtotal" money={figures.subtotal} />
				{!isZero(figures.discount) && (
					<Row
						name={`Promo code ${quote?.promo?.code ?? ""}`}
						money={{ ...figures.discount, amount: -figures.discount.amount }}
					/>
				)}
				<Row name={taxLabel} money={figures.tax} />
				<Row name="Shipping" money={figures.shipping} />
				<div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4">
					<dt className="font-semibold">Total</dt>
					<dd>
						<Price money={figures.total} />
					</dd>
				</div>
			</dl>
		</div>
	);
}

function Lines({ quote }: { quote: Quote }) {
	return (
		<ul className="grid gap-4">
			{quote.lines.map((line) => (
				<li key={line.key} className="flex items-start justify-between gap-4">
					<div className="min-w-0">
						<p className="font-semibold break-words">
							{lineTitle(line)}
							{line.quantity > 1 && <span className="font-normal text-muted"> × {line.quantity}</span>}
						</p>
						<p className="text-sm text-muted">{aboutLine(line)}</p>
					</div>
					<p className="whitespace-nowrap tabular-nums">{formatMoney(line.amount)}</p>
				</li>
			))}
		</ul>
	);
}

function aboutLine({ kind, years, term, note, renewal }: Quote["lines"][number]): string {
	const span = years ? (years === 1 ? "1 year" : `${years} years`) : term === "annual" ? "1 year" : undefined;
	const monthly = term === "monthly" ? "1 month" : undefined;
	const renews = renewal && kind !== "renewal" && `renews at ${formatMoney(renewal)} a year`;
	return [span ?? monthly, renews, note].filter(Boolean).join(" · ");
}

function Row({ name, money }: { name: string; money: Money }) {
	return (
		<div className="flex justify-between gap-4">
			<dt className="text-muted">{name}</dt>
			<dd className="font-medium">{formatMoney(money)}</dd>
		</div>
	);
}
