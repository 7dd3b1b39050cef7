import { href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { SubmitButton } from "~/components/forms/submit";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import type { CartState } from "~/features/cart/cart-cookie";
import type { CartPreview } from "~/features/cart/cart-preview";
import { Checked } from "~/features/cart/components/checked";
import { PromoBox } from "~/features/cart/components/promo-box";
import { isOrderable, type Quote } from "~/features/cart/quote";
import { formatMoney } from "~/lib/money";
import { CheckoutReview } from "./checkout-review";

interface PlaceOrderCardProps {
	state: CartState;
	preview: CartPreview;
	/** Whether the order is being sent. */
	busy: boolean;
	/** The error of the terms checkbox. */
	terms: string | undefined;
}

/** The order's prices and the submit button of the form `checkout`. */
export function PlaceOrderCard({ state: { promo }, preview, busy, terms }: PlaceOrderCardProps) {
	return (
		<TitledCard title="Your order" size="md">
			<Checked preview={preview}>
				{(quote, checking) => (
					<>
						<CheckoutReview quote={quote} checking={checking} />
						{cartProblems(quote).map((problem) => (
							<p
								key={`${problem.key} ${problem.code}`}
								className={problem.blocks ? "text-sm font-medium text-danger" : "text-sm text-muted"}
							>
								{problem.message}
							</p>
						))}
					</>
				)}
			</Checked>
			{/* This is a form too, so it can't be inside the checkout form. */}
			<PromoBox page={href("/cart")} promo={promo} quote={preview.quote} />
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
			<Checked preview={preview}>
				{(quote) => (
					<>
						<SubmitButton
							form="checkout"
							busy={busy}
							busyText="Placing your order..."
							disabled={!isOrderable(quote)}
							className="w-full"
						>
							{/* One child, so that the line breaks before the amount. */}
							<span>
								Place order · <span className="whitespace-nowrap">{formatMoney(quote.total)}</span>
							</span>
						</SubmitButton>
						{cartProblems(quote).some(({ blocks }) => blocks) && (
							<p className="text-sm text-muted">
								Something in your cart can't be ordered.{" "}
								<a href={href("/cart")} className="text-indigo underline underline-offset-4">
									Change the cart
								</a>
							</p>
						)}
					</>
				)}
			</Checked>
			<p className="flex gap-2 text-sm text-muted">
				<Icon name="lock" size={16} className="mt-0.5 flex-none" />
				You choose how to pay on the next page. Nothing is charged before you approve it.
			</p>
		</TitledCard>
	);
}

/** The promo box shows the problem of its code. */
const cartProblems = ({ problems }: Quote) => problems.filter(({ code }) => code !== "promo");
