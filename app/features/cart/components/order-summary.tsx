import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { TitledCard } from "~/components/ui/titled-card";
import { formatMoney, isZero, type Money } from "~/lib/money";
import { taxLabel } from "../../catalog/settings";
import type { CartStore } from "../cart-store";
import type { CartPrices } from "../use-quote";
import { PromoBox } from "./promo-box";

interface OrderSummaryProps {
	prices: CartPrices;
	promo: string | null;
	store: CartStore;
	checkoutHref: string;
}

export function OrderSummary({ prices, promo, store, checkoutHref }: OrderSummaryProps) {
	const { figures, quote, state } = prices;
	const obstacle = quote?.problems.find(({ blocks }) => blocks);
	return (
		<TitledCard
			title="Order Summary"
			beside={
				<p role="status" className="text-sm text-muted">
					{state === "checking" && "Checking prices..."}
					{state === "failed" && "Estimate"}
				</p>
			}
			className="lg:sticky lg:top-24"
		>
			<PromoBox {...{ promo, store, quote }} checking={state === "checking"} />
			<dl className="grid gap-2 border-t border-line pt-5 tabular-nums" aria-busy={state === "checking"}>
				<Row name="Subtotal" money={figures.subtotal} />
				{!isZero(figures.discount) && (
					<Row name={`Promo code ${promo ?? ""}`} money={{ ...figures.discount, amount: -figures.discount.amount }} />
				)}
				<Row name={taxLabel} money={figures.tax} />
				<Row name="Shipping" money={figures.shipping} />
				<div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4">
					<dt className="font-semibold">Total</dt>
					<dd>
						<Price money={figures.total} size="lg" />
					</dd>
				</div>
			</dl>
			{obstacle ? (
				<div className="grid gap-2">
					<Button disabled aria-describedby="checkout-blocked">
						Proceed to Checkout
					</Button>
					<p id="checkout-blocked" className="wrap-anywhere text-sm text-muted">
						First this: {obstacle.message}
					</p>
				</div>
			) : (
				<ButtonLink href={checkoutHref}>
					Proceed to Checkout
					<Icon name="arrow-right" />
				</ButtonLink>
			)}
			<SecureNote />
		</TitledCard>
	);
}

function Row({ name, money }: { name: ReactNode; money: Money }) {
	return (
		<div className="flex justify-between gap-4">
			<dt className="text-muted">{name}</dt>
			<dd className="font-medium">{formatMoney(money)}</dd>
		</div>
	);
}

function SecureNote() {
	return (
		<div className="flex gap-3 rounded-field bg-lake-wash p-4 text-sm">
			<Icon name="lock" className="flex-none text-lake" />
			<div>
				<p className="font-semibold">Secure Checkout</p>
				<p>Your payment information is encrypted and secure. We do not store your credit card details.</p>
			</div>
		</div>
	);
}
