import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { encodeCart } from "~/features/cart/cart-cookie";
import { CheckoutForm, type CheckoutFormProps } from "./checkout-form";

export interface CheckoutViewProps extends CheckoutFormProps {
	/** The newest invoice to pay, if the cart is empty. */
	unpaid: UnpaidInvoice | null;
}

interface UnpaidInvoice {
	readonly id: string;
	readonly number: string;
}

/** islands/cart-page.ts updates the prices when the cart changes. */
export const CheckoutView = ({ unpaid, ...props }: CheckoutViewProps) => (
	<div data-cart-page={encodeCart(props.state)}>
		{props.state.cart.length === 0 ? (
			<EmptyCheckout isNew={props.customer === null} unpaid={unpaid} />
		) : (
			<CheckoutForm {...props} />
		)}
	</div>
);

/** Customers come back here from the payment page. Their cart is then an unpaid invoice. */
const EmptyCheckout = ({ isNew, unpaid }: { isNew: boolean; unpaid: UnpaidInvoice | null }) => (
	<div className="page-column py-8 sm:py-12">
		<Heading level={1} dot className="mb-8">
			Checkout
		</Heading>
		{/* Filled while islands/cart-page.ts restores the cart. */}
		<p role="status" data-cart-status className="text-center text-muted" />
		{unpaid ? (
			<EmptyState
				icon="receipt"
				title={`Invoice ${unpaid.number} is not paid yet`}
				action={
					<>
						<ButtonLink href={href("/pay/:invoiceId", { invoiceId: unpaid.id })}>Continue to payment</ButtonLink>
						<ButtonLink href={href("/domains")} variant="secondary">
							Browse Domains
						</ButtonLink>
					</>
				}
			>
				Your cart on this device is empty. Your last order is on this invoice.
			</EmptyState>
		) : (
			<EmptyState
				icon="shopping-cart"
				title="Nothing to check out"
				action={<ButtonLink href={href("/domains")}>Browse Domains</ButtonLink>}
			>
				Your cart on this device is empty.
				{!isNew && " You can find earlier orders under Invoices in your portal."}
			</EmptyState>
		)}
	</div>
);
