import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import type { CartStore } from "../cart-store";
import type { CartPrices } from "../use-quote";
import { PromoBox } from "./promo-box";
import { Sums } from "./sums";

interface OrderSummaryProps {
	prices: CartPrices;
	promo: string | null;
	store: CartStore;
	checkoutHref: string;
}

export function OrderSummary({ prices, promo, store, checkoutHref }: OrderSummaryProps) {
	const { figures, quote, state } = prices;
	const blockingProblem = quote?.problems.find(({ blocks }) => blocks);
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
			<Sums figures={figures} promo={promo} busy={state === "checking"} />
			{blockingProblem ? (
				<div className="grid gap-2">
					<Button disabled aria-describedby="checkout-blocked">
						Proceed to Checkout
					</Button>
					<p id="checkout-blocked" className="wrap-anywhere text-sm text-muted">
						Fix this first: {blockingProblem.message}
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
