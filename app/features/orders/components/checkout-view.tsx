import { useEffect, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { CheckboxField } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import { CartLoading } from "~/features/cart/components/cart-loading";
import { PriceChanges } from "~/features/cart/components/price-changes";
import { PromoBox } from "~/features/cart/components/promo-box";
import { cartEntries } from "~/features/cart/entries";
import { useCart } from "~/features/cart/use-cart";
import { useQuote } from "~/features/cart/use-quote";
import { type Currency, formatMoney } from "~/lib/money";
import type { Failure } from "~/lib/result";
import type { ContactValues } from "../checkout-form";
import { CheckoutReview } from "./checkout-review";
import { ContactFields } from "./contact-fields";

export interface CheckoutAnswer {
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
			<a
				href="/cart"
				className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 text-muted hover:text-ink"
			>
				<Icon name="arrow-left" />
				Back to the cart
			</a>
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
					action={<ButtonLink href="/domains">Browse Domains</ButtonLink>}
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
		void navigate(`/pay/${invoiceId}`, { replace: true });
	}, [invoiceId, settled]);
	return invoiceId !== undefined;
}

function CheckoutForm({ currency, contact, idempotencyKey, answer }: CheckoutViewProps) {
	const { cart, promo, store } = useCart();
	const prices = useQuote(cart, promo, currency);
	const [key] = useState(idempotencyKey);
	const busy = useNavigation().state !== "idle";
	const failure = answer?.failure;
	const { quote } = prices;
	const blocking = quote?.problems.find(({ blocks }) => blocks);

	// The server saw other prices than this page: ask for them, before the customer is asked again.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server.
	useEffect(() => {
		if (failure?.kind === "conflict") prices.retry();
	}, [failure]);

	return (
		<div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
			<Form id="checkout" method="post" noValidate className="grid min-w-0 gap-6">
				<input type="hidden" name="idempotencyKey" value={key} />
				<input type="hidden" name="items" value={JSON.stringify(cartEntries(cart, currency))} />
				<input type="hidden" name="promo" value={promo ?? ""} />
				<input type="hidden" name="expectedTotal" value={quote?.total.amount ?? -1} />
				<FormError failure={failure} />
				<TitledCard
					title="Your details"
					size="md"
					lead="They stand on the invoice, and on the register of your domains."
				>
					<ContactFields values={answer?.values ?? contact} errors={failure?.fields ?? {}} />
				</TitledCard>
			</Form>
			<div className="min-w-0 lg:sticky lg:top-24">
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
					{quote?.problems.map((problem) => (
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
					{/* A form of its own, so it stands outside the order's. */}
					<PromoBox {...{ promo, store, quote }} checking={prices.state === "checking"} />
					<CheckboxField
						name="terms"
						form="checkout"
						error={failure?.fields?.terms}
						required
						label={
							<>
								I accept the{" "}
								<a href="/terms" target="_blank" rel="noreferrer" className="text-indigo underline underline-offset-4">
									terms and conditions
								</a>
							</>
						}
					/>
					<SubmitButton
						form="checkout"
						busy={busy}
						busyText="Placing your order..."
						disabled={!quote || blocking !== undefined}
						className="w-full"
					>
						{quote ? `Place order · ${formatMoney(quote.total)}` : "Place order"}
					</SubmitButton>
					{blocking && (
						<p className="text-sm text-muted">
							Something in your cart can't be ordered.{" "}
							<a href="/cart" className="text-indigo underline underline-offset-4">
								Change the cart
							</a>
						</p>
					)}
					<p className="flex gap-2 text-sm text-muted">
						<Icon name="lock" size={16} className="mt-0.5 flex-none" />
						You choose how to pay on the next page. Nothing is charged before you approve it.
					</p>
				</TitledCard>
			</div>
		</div>
	);
}
