import { useState } from "react";
import { Form, href, useNavigation } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { TitledCard } from "~/components/ui/titled-card";
import type { CartState } from "~/features/cart/cart-cookie";
import type { CartPreview } from "~/features/cart/cart-preview";
import { Checked } from "~/features/cart/components/checked";
import { cartEntries } from "~/features/cart/entries";
import { useCartForms } from "~/features/cart/use-cart-forms";
import type { Failure } from "~/lib/result";
import type { ContactValues } from "../checkout-form";
import { ContactFields } from "./contact-fields";
import { PlaceOrderCard } from "./place-order-card";

interface CheckoutViewProps {
	state: CartState;
	preview: CartPreview;
	contact: ContactValues;
	/** New for every page view. */
	idempotencyKey: string;
	answer: { readonly failure: Failure; readonly values?: ContactValues | undefined } | undefined;
}

export const CheckoutView = (props: CheckoutViewProps) => (
	<div className="page-column py-8 sm:py-12" {...useCartForms()}>
		<Heading level={1} dot className="mb-8">
			Checkout
		</Heading>
		{props.state.cart.length === 0 ? (
			<EmptyState
				icon="shopping-cart"
				title="Nothing to check out"
				action={<ButtonLink href={href("/domains")}>Browse Domains</ButtonLink>}
			>
				Your cart is empty. You can find earlier orders under Invoices in your portal.
			</EmptyState>
		) : (
			<CheckoutForm {...props} />
		)}
	</div>
);

function CheckoutForm({ state, preview, contact, idempotencyKey, answer }: CheckoutViewProps) {
	const [key] = useState(idempotencyKey);
	const busy = useNavigation().state !== "idle";
	const failure = answer?.failure;
	return (
		<div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
			<Form id="checkout" method="post" noValidate className="grid min-w-0 gap-6">
				<HiddenFields
					values={{
						idempotencyKey: key,
						items: JSON.stringify(cartEntries(state.cart)),
						promo: state.promo ?? "",
					}}
				/>
				<Checked preview={preview}>{({ total }) => <HiddenFields values={{ expectedTotal: total.amount }} />}</Checked>
				<FormError whole failure={failure} />
				<TitledCard title="Your details" size="md" lead="We use these for your invoice and to register your domains.">
					<ContactFields values={answer?.values ?? contact} errors={failure?.fields ?? {}} />
				</TitledCard>
			</Form>
			<div className="min-w-0 lg:sticky lg:top-24">
				<PlaceOrderCard {...{ state, preview, busy }} terms={failure?.fields?.terms} />
			</div>
		</div>
	);
}
