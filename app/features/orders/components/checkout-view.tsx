import { useEffect, useState } from "react";
import { Form, href, useNavigate, useNavigation } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Alert } from "~/components/ui/alert";
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
	/** New for every page view. */
	idempotencyKey: string;
	answer?: CheckoutAnswer;
}

export function CheckoutView(props: CheckoutViewProps) {
	const { initialised, cart } = useCart();
	const placed = useGoToPayment(props.answer?.invoiceId);
	return (
		<div className="page-column py-8 sm:py-12">
			<Heading level={1} dot className="mb-8">
				Checkout
			</Heading>
			{placed ? (
				<Alert tone="success" role="status" title="Your order is placed">
					<p>Taking you to the payment…</p>
				</Alert>
			) : !initialised ? (
				<CartLoading />
			) : cart.length === 0 ? (
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
}

/** After the order was placed: empties the cart and goes to the payment page. Returns whether it was placed. */
function useGoToPayment(invoiceId: string | undefined): boolean {
	const { cart, store } = useCart();
	const navigate = useNavigate();
	const isIdle = useNavigation().state === "idle";
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the order was placed, with the cart as it was then.
	useEffect(() => {
		// Wait for revalidation to end. Navigating earlier aborts it, and the browser reports an error.
		if (!invoiceId || !isIdle) return;
		store.removeAll(cart.map(({ id }) => id));
		store.setPromo(null);
		void navigate(href("/pay/:invoiceId", { invoiceId }), { replace: true });
	}, [invoiceId, isIdle]);
	return invoiceId !== undefined;
}

function CheckoutForm({ currency, contact, idempotencyKey, answer }: CheckoutViewProps) {
	const { cart, promo } = useCart();
	const prices = useQuote(cart, promo, currency);
	const [key] = useState(idempotencyKey);
	const busy = useNavigation().state !== "idle";
	const failure = answer?.failure;

	// The server has other prices than this page, so fetch them.
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
				<TitledCard title="Your details" size="md" lead="We use these for your invoice and to register your domains.">
					<ContactFields values={answer?.values ?? contact} errors={failure?.fields ?? {}} />
				</TitledCard>
			</Form>
			<div className="min-w-0 lg:sticky lg:top-24">
				<PlaceOrderCard prices={prices} busy={busy} terms={failure?.fields?.terms} />
			</div>
		</div>
	);
}
