import { useRef } from "react";
import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import type { Currency } from "~/lib/money";
import type { ShownItem } from "../cart-item";
import { useCart } from "../use-cart";
import { useQuote } from "../use-quote";
import { CartList } from "./cart-list";
import { CartLoading } from "./cart-loading";
import { OrderSummary } from "./order-summary";
import { PriceChanges } from "./price-changes";
import { SavedList } from "./saved-list";

interface CartViewProps {
	/** The billing currency. */
	currency?: Currency;
	/** The public or the portal's domains page. */
	browseHref: string;
	checkoutHref?: string;
}

/** The cart page of the shop and of the portal. */
export function CartView({ currency = "KES", browseHref, checkoutHref = href("/checkout") }: CartViewProps) {
	const { initialised, cart, savedItems, promo, store } = useCart();
	return (
		<div className="page-column">
			<BackLink to={browseHref} reloadDocument>
				Back to domains
			</BackLink>
			<Heading level={1} dot className="mt-2 mb-8">
				Your Shopping Cart
			</Heading>
			{!initialised && <CartLoading />}
			{initialised && cart.length === 0 && savedItems.length === 0 && (
				<Card>
					<EmptyState
						icon="shopping-cart"
						title="Your cart is empty"
						action={<ButtonLink href={browseHref}>Browse Domains</ButtonLink>}
					>
						Domains and plans that you add stay here on this device until you are ready to pay.
					</EmptyState>
				</Card>
			)}
			{initialised && (cart.length > 0 || savedItems.length > 0) && (
				<FilledCart {...{ cart, savedItems, promo, store, currency, browseHref, checkoutHref }} />
			)}
		</div>
	);
}

type FilledCartProps = Required<CartViewProps> &
	Pick<ReturnType<typeof useCart>, "store" | "promo"> & {
		cart: readonly ShownItem[];
		savedItems: readonly ShownItem[];
	};

function FilledCart({ cart, savedItems, promo, store, currency, browseHref, checkoutHref }: FilledCartProps) {
	const prices = useQuote(cart, promo, currency);
	const list = useRef<HTMLHeadingElement>(null);
	const focusList = () => list.current?.focus();
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-10">
				<section aria-labelledby="cart-items">
					<h2 id="cart-items" ref={list} tabIndex={-1} className="mb-4 text-lg outline-none">
						{cart.length > 0 ? cartCount(cart) : "Your cart is empty"}
					</h2>
					{prices.failure && cart.length > 0 && (
						<Alert tone="pending" role="status" title="These prices are an estimate" className="mb-4">
							<p>{prices.failure} Your cart is saved, and we check every price again before you pay.</p>
							<Button variant="secondary" size="sm" className="mt-3" onClick={prices.retry}>
								Try again
							</Button>
						</Alert>
					)}
					<PriceChanges changes={prices.quote?.changes ?? []} cart={cart} store={store} />
					{cart.length > 0 ? (
						<CartList cart={cart} prices={prices} store={store} currency={currency} onRemoved={focusList} />
					) : (
						<p className="text-muted">
							Your saved items are below.{" "}
							<a href={browseHref} className="text-indigo underline underline-offset-4">
								Browse Domains
							</a>
						</p>
					)}
				</section>
				{savedItems.length > 0 && <SavedList items={savedItems} {...{ store, currency }} onRemoved={focusList} />}
			</div>
			{cart.length > 0 && <OrderSummary {...{ prices, promo, store, checkoutHref }} />}
		</div>
	);
}

/** "2 domain(s) in your cart", or "2 domain(s) and 1 other item in your cart". */
function cartCount(cart: readonly ShownItem[]): string {
	const domains = cart.filter(({ category }) =>
		["domain", "transfer", "renewal", "extension"].includes(category),
	).length;
	const others = cart.length - domains;
	if (others === 0) return `${domains} domain(s) in your cart`;
	const rest = `${others} ${domains > 0 ? "other " : ""}${others === 1 ? "item" : "items"} in your cart`;
	return domains > 0 ? `${domains} domain(s) and ${rest}` : rest;
}
