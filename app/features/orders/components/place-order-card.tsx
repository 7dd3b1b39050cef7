import { href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import { PriceChanges } from "~/features/cart/components/price-changes";
import { PromoBox } from "~/features/cart/components/promo-box";
import { isOrderable } from "~/features/cart/quote";
import { useCart } from "~/features/cart/use-cart";
import type { CartPrices } from "~/features/cart/use-quote";
import { formatMoney } from "~/lib/money";
import { CheckoutReview } from "./checkout-review";

interface PlaceOrderCardProps {
	prices: CartPrices;
	/** Whether the order is being sent. */
	busy: boolean;
	/** The error of the terms checkbox. */
	terms: string | undefined;
}

/** The order's prices and the submit button of the form `checkout`. */
export function PlaceOrderCard({ prices, busy, terms }: PlaceOrderCardProps) {
	const { cart, promo, store } = useCart();
	const { quote } = prices;
	// The promo box shows the problem of its code.
	const cartProblems = quote?.problems.filter(({ code }) => code !== "promo") ?? [];
	return (
		<TitledCard
			title="Your order"
			size="md"
			beside={
				<p role="status" className="text-sm text-muted">
					{prices.state === "checking" && "Checking prices..."}
				</p>
			}
		>
			<PriceChanges changes={quote?.changes ?? []} cart={cart} store={store} />
			<CheckoutReview prices={prices} />
			{cartProblems.map((problem) => (
				<p
					key={`${problem.key} ${problem.code}`}
					className={problem.blocks ? "text-sm font-medium text-danger" : "text-sm text-muted"}
				>
					{problem.message}
				</p>
			))}
			{prices.failure && (
				<Alert tone="danger" role="alert" title="We could not check the prices">
					<p>{prices.failure}</p>
					<button type="button" onClick={prices.retry} className="mt-2 min-h-11 font-semibold underline">
						Try again
					</button>
				</Alert>
			)}
			{/* This is a form too, so it can't be inside the checkout form. */}
			<PromoBox {...{ promo, store, quote }} checking={prices.state === "checking"} />
			<CheckboxField
				name="terms"
				form="checkout"
				error={terms}
				required
				label={
					<>
						I accept the{" "}
						<a
							href={href("/terms")}
							target="_blank"
							rel="noreferrer"
							className="text-indigo underline underline-offset-4"
						>
							terms and conditions
						</a>
					</>
				}
			/>
			<SubmitButton
				form="checkout"
				busy={busy}
				busyText="Placing your order..."
				disabled={!quote || !isOrderable(quote)}
				className="w-full"
			>
				{quote ? (
					// One child, so that the line breaks before the amount.
					<span>
						Place order · <span className="whitespace-nowrap">{formatMoney(quote.total)}</span>
					</span>
				) : (
					"Place order"
				)}
			</SubmitButton>
			{cartProblems.some(({ blocks }) => blocks) && (
				<p className="text-sm text-muted">
					Something in your cart can't be ordered.{" "}
					<a href={href("/cart")} className="text-indigo underline underline-offset-4">
						Change the cart
					</a>
				</p>
			)}
			<p className="flex gap-2 text-sm text-muted">
				<Icon name="lock" size={16} className="mt-0.5 flex-none" />
				You choose how to pay on the next page. Nothing is charged before you approve it.
			</p>
		</TitledCard>
	);
}
