import { Price } from "~/components/ui/price";
import { taxLabel } from "~/features/catalog/settings";
import { roundingLabel } from "~/features/payments/payable";
import { formatMoney, isZero, type Money, subtract } from "~/lib/money";
import type { Quote } from "../quote";
import type { Totals } from "../totals";

interface SumsProps {
	figures: Totals & { readonly lines: Quote["lines"] };
	/** The code that the discount belongs to. */
	promo: string | null;
	/** Waiting for the server. The figures are an estimate. */
	busy: boolean;
}

/** A cart's totals. */
export function Sums({
	figures: { lines, subtotal, discount, tax, taxBasisPoints, shipping, total, toPay },
	promo,
	busy,
}: SumsProps) {
	const rounding = subtract(toPay, total);
	return (
		<dl className="grid gap-2 border-t border-line pt-5 tabular-nums" aria-busy={busy}>
			<Sum name="Subtotal" money={subtotal} />
			{!isZero(discount) && (
				<Sum name={`Promo code ${promo ?? ""}`} money={{ ...discount, amount: -discount.amount }} />
			)}
			<Sum name={taxLabel(taxBasisPoints)} money={tax} />
			{lines.some(({ delivery }) => delivery) && <Sum name="Shipping" money={shipping} zero="Free" />}
			{!isZero(rounding) && <Sum name={roundingLabel} money={rounding} />}
			<div className="sum-row mt-2 border-t border-line pt-4">
				<dt className="font-semibold">Total</dt>
				<dd>
					<Price money={toPay} />
				</dd>
			</div>
		</dl>
	);
}

function Sum({ name, money, zero = formatMoney(money) }: { name: string; money: Money; zero?: string }) {
	return (
		<div className="sum-row">
			<dt className="wrap-anywhere text-muted">{name}</dt>
			<dd className="font-medium whitespace-nowrap">{isZero(money) ? zero : formatMoney(money)}</dd>
		</div>
	);
}
