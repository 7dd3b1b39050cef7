import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import type { CartPreview } from "../cart-preview";
import type { Quote } from "../quote";
import { Checked } from "./checked";
import { PromoBox } from "./promo-box";
import { Sums } from "./sums";

interface OrderSummaryProps {
	page: string;
	preview: CartPreview;
	promo: string | null;
}

export const OrderSummary = ({ page, preview, promo }: OrderSummaryProps) => (
	<TitledCard title="Order Summary">
		<PromoBox page={page} promo={promo} quote={preview.quote} />
		<Checked preview={preview}>{(quote, checking) => <Sums figures={quote} promo={promo} busy={checking} />}</Checked>
	</TitledCard>
);

/** The link to the checkout, or what to fix first. */
export function ProceedButton({ quote, href }: { quote: Quote; href: string }) {
	const label = (
		<span>
			<span className="max-sm:sr-only">Proceed to </span>Checkout
		</span>
	);
	if (blockingProblem(quote)) {
		return (
			<Button disabled aria-describedby="checkout-blocked">
				{label}
			</Button>
		);
	}
	return (
		<ButtonLink href={href}>
			{label}
			<Icon name="arrow-right" />
		</ButtonLink>
	);
}

const blockingProblem = (quote: Quote) => quote.problems.find(({ blocks }) => blocks);

/** Why the checkout is not possible yet. */
export function FixFirst({ quote }: { quote: Quote }) {
	const problem = blockingProblem(quote);
	if (!problem) return null;
	return (
		<p id="checkout-blocked" className="wrap-anywhere text-sm text-muted">
			Fix this first: {problem.message}
		</p>
	);
}

export function SecureNote() {
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
