import { useEffect, useState } from "react";
import { Form, href, useNavigate, useNavigation } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { TitledCard } from "~/components/ui/titled-card";
import { CartLoading } from "~/features/cart/components/cart-loading";
import { cartEntries } from "~/features/cart/entries";
import { useCart } from "~/features/cart/use-cart";
import { useQuote } from "~/features/cart/use-quote";
import type { Currency } from "~/lib/money";
import type { Failure } from "~/lib/result";
import type { ContactValues } from "../checkout-form";
import { ContactFields } from "./contact-fields";
import { PlaceOrderCard } from "./place-order-card";

interface CheckoutAnswer {
	readonly invoiceId?: string;
	readonly failure?: Failure;
	readonly values?: ContactValues;
}

interface CheckoutViewProps {
	currency: Currency;
	contact: ContactValues;
	/** A new one for every visit of the page. */
	idempotencyKey: string;
	answer?: CheckoutAnswer;
}

export function CheckoutView(props: CheckoutViewProps) {
	const { initialised, cart } = useCart();
	const done = usePlaced(props.answer?.invoiceId);
	return (
		<div className="page-column py-8 sm:py-12">
			<BackLink to={href("/cart")}>Back to the cart</BackLink>
			<Heading level={1} dot className="mt-2 mb-8">
				Checkout
			</Heading>
			{done ? (
				<Alert tone="success" role="status" title="Your order is placed">
					<p>Taking you to the payment…</p>
				</Alert>
			) : !initialised ? (
				<CartLoading />
			) : cart.length === 0 ? (
				<EmptyState
					icon="shopping-cart"
					title="There is nothing to check out"
					action={<ButtonLink href={href("/domains")}>Browse Domains</ButtonLink>}
				>
					Your cart is empty. An order that you placed before is under Invoices in your portal.
				</EmptyState>
			) : (
				<CheckoutForm {...props} />
			)}
		</div>
	);
}

/** Once the order stands, what was ordered leaves the cart and the page goes on to the payment. */
function usePlaced(invoiceId: string | undefined): boolean {
	const { cart, store } = useCart();
	const navigate = useNavigate();
	const settled = useNavigation().state === "idle";
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the order was placed, with the cart as it was then.
	useEffect(() => {
		// Going on while the page still loads its data again would break that off, and the browser reports an error.
		if (!invoiceId || !settled) return;
		store.removeAll(cart.map(({ id }) => id));
		store.setPromo(null);
		void navigate(href("/pay/:invoiceId", { invoiceId }), { replace: true });
	}, [invoiceId, settled]);
	return invoiceId !== undefined;
}

function CheckoutForm({ currency, contact, idempotencyKey, answer }: CheckoutViewProps) {
	const { cart, promo } = useCart();
	const prices = useQuote(cart, promo, currency);
	const [key] = useState(idempotencyKey);
	const busy = useNavigation().state !== "idle";
	const failure = answer?.failure;

	// The server saw other prices than this page: ask for them, before the customer is asked again.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server.
	useEffect(() => {
		if (failure?.kind === "conflict") prices.retry();
	}, [failure]);

	return (
		<div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
			<Form id="checkout" method="post" noValidate className="grid min-w-0 gap-6">
				<HiddenFields
					values={{
						idempotencyKey: key,
						items: JSON.stringify(cartEntries(cart, currency)),
						promo: promo ?? "",
						expectedTotal: prices.quote?.total.amount ?? -1,
					}}
				/>
				<FormError whole failure={failure} />
				<TitledCard
					title="Your details"
					size="md"
					lead="They stand on the invoice, and on the register of your domains."
				>
					<ContactFields values={answer?.values ?? contact} errors={failure?.fields ?? {}} />
				</TitledCard>
			</Form>
			<div className="min-w-0 lg:sticky lg:top-24">
				<PlaceOrderCard prices={prices} busy={busy} terms={failure?.fields?.terms} />
			</div>
		</div>
	);
}
