import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { encodeCart } from "~/features/cart/cart-cookie";
import { CheckoutForm, type CheckoutFormProps } from "./checkout-form";

/** islands/cart-page.ts updates the prices when the cart changes. */
export const CheckoutView = (props: CheckoutFormProps) => (
	<div data-cart-page={encodeCart(props.state)}>
		{props.state.cart.length === 0 ? <EmptyCheckout isNew={props.customer === null} /> : <CheckoutForm {...props} />}
	</div>
);

const EmptyCheckout = ({ isNew }: { isNew: boolean }) => (
	<div className="page-column py-8 sm:py-12">
		<Heading level={1} dot className="mb-8">
			Checkout
		</Heading>
		{/* Filled while islands/cart-page.ts restores the cart. */}
		<p role="status" data-cart-status className="text-center text-muted" />
		<EmptyState
			icon="shopping-cart"
			title="Nothing to check out"
			action={<ButtonLink href={href("/domains")}>Browse Domains</ButtonLink>}
		>
			Your cart on this device is empty.
			{!isNew && " You can find earlier orders under Invoices in your portal."}
		</EmptyState>
	</div>
);
