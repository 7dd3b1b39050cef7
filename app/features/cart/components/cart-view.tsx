import { HiddenFields } from "~/components/forms/hidden-fields";
import { CheckoutBar } from "~/components/layout/checkout-bar";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { KikoiBand } from "~/components/ui/kikoi";
import { Price } from "~/components/ui/price";
import type { Flash } from "~/lib/flash";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";
import { type CartState, encodeCart } from "../cart-cookie";
import type { CartItem } from "../cart-item";
import type { CartAnswer, CartPreview } from "../cart-preview";
import { lineTitle } from "../lines";
import { CartRow } from "./cart-row";
import { Checked } from "./checked";
import { FixFirst, OrderSummary, ProceedButton, SecureNote } from "./order-summary";
import { PriceChanges } from "./price-changes";
import { SavedList } from "./saved-list";

interface CartViewProps {
	/** The address of this cart: the shop's or the portal's. */
	page: string;
	state: CartState;
	/** The items' names, by id. */
	names: Readonly<Record<string, string>>;
	preview: CartPreview;
	answer: CartAnswer | undefined;
	/** The result of the last form. */
	flash?: Flash | null;
	browseHref: string;
	checkoutHref: string;
}

/** The cart of the shop and of the portal. */
export function CartView(props: CartViewProps) {
	const { page, state, flash, browseHref } = props;
	const { cart, savedItems } = state;
	return (
		<div className="page-column" data-cart-page={encodeCart(state)}>
			<a
				href={browseHref}
				className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 text-muted no-underline hover:text-ink"
			>
				<Icon name="arrow-left" />
				Back to domains
			</a>
			<Heading level={1} dot className="mt-2 mb-8">
				Your Shopping Cart
			</Heading>
			{flash && <FlashNote page={page} flash={flash} />}
			{cart.length === 0 && savedItems.length === 0 ? (
				<Card>
					{/* Filled while islands/cart-page.ts restores the cart. */}
					<p role="status" data-cart-status className="text-center text-muted" />
					<EmptyState
						icon="shopping-cart"
						title="Your cart is empty"
						action={<ButtonLink href={browseHref}>Browse Domains</ButtonLink>}
					>
						Domains and plans that you add stay here on this device until you are ready to pay.
					</EmptyState>
				</Card>
			) : (
				<FilledCart {...props} />
			)}
		</div>
	);
}

function FilledCart({ page, state, names, preview, answer, flash, browseHref, checkoutHref }: CartViewProps) {
	const { cart, savedItems, promo } = state;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12 lg:gap-y-5">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:row-span-3">
				<section aria-labelledby="cart-items">
					{/* Without script, the result of a form is a new page. Its focus is the same as with script. */}
					{/* biome-ignore lint/a11y/noAutofocus: the pressed button is gone */}
					<h2 id="cart-items" tabIndex={-1} autoFocus={Boolean(flash)} className="mb-4 text-lg outline-none">
						{cart.length > 0 ? cartCount(cart) : "Your cart is empty"}
					</h2>
					<PriceChanges {...{ page, cart, preview }} />
					{cart.length > 0 ? (
						<ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
							{cart.map((item) => (
								<CartRow
									key={item.id}
									{...{ page, item, preview }}
									name={names[item.id] ?? item.id}
									answer={answer?.values?.id === item.id ? answer : undefined}
								/>
							))}
							<Checked preview={preview}>
								{({ lines }) => (
									<>
										<RenewedAddons lines={lines} />
										<FreeDomain lines={lines} />
									</>
								)}
							</Checked>
						</ul>
					) : (
						<p className="text-muted">
							Your saved items are below.{" "}
							<a href={browseHref} className="link">
								Browse Domains
							</a>
						</p>
					)}
				</section>
				{savedItems.length > 0 && <SavedList page={page} items={savedItems} names={names} />}
			</div>
			{cart.length > 0 && (
				<>
					<OrderSummary {...{ page, preview, promo }} />
					<div className="grid gap-4 lg:order-2">
						<Checked preview={preview}>{(quote) => <FixFirst quote={quote} />}</Checked>
						<SecureNote />
					</div>
					{/* Below 64 rem the bar's parent is the grid, so that it stays on the screen beside the whole cart. */}
					<div className="lg:order-1 max-lg:contents">
						<Checked preview={preview}>
							{(quote) => (
								<CheckoutBar label="Total with tax" amount={formatMoney(quote.toPay)}>
									<ProceedButton quote={quote} href={checkoutHref} />
								</CheckoutBar>
							)}
						</Checked>
					</div>
				</>
			)}
		</div>
	);
}

/** The add-ons that renew with the domains and plans of the cart. */
function RenewedAddons({ lines }: Pick<CartPreview["quote"], "lines">) {
	return lines
		.filter(({ kind }) => kind === "addon_renewal")
		.map((line) => (
			<li key={line.key} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 p-4 sm:px-6">
				<div className="min-w-0 flex-1 basis-52">
					<p className="font-semibold wrap-anywhere">{lineTitle(line)}</p>
					<p className="text-sm text-muted">
						{formatCount(line.quantity, line.term === "annual" ? "year" : "month")}, renewed together. You can cancel it
						in your portal.
					</p>
				</div>
				<Price money={line.amount} size="md" className="ms-auto flex-none" />
			</li>
		));
}

function FreeDomain({ lines }: Pick<CartPreview["quote"], "lines">) {
	const free = lines.find(({ kind }) => kind === "free_domain");
	if (!free) return null;
	return (
		<li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 p-4 pt-5 sm:px-6">
			<KikoiBand className="absolute inset-x-0 top-0" />
			<Icon name="badge-check" className="flex-none text-lake" />
			<div className="min-w-0 flex-1 basis-52">
				<p className="font-semibold wrap-anywhere">{free.name}</p>
				<p className="text-sm text-muted">Included with your annual plan.</p>
			</div>
			<Price money={free.amount} size="md" className="ms-auto flex-none text-lake" />
		</li>
	);
}

/** What the last form did, for browsers without script. */
const FlashNote = ({ page, flash: { message, tone, undo } }: { page: string; flash: Flash }) => (
	<Alert tone={tone === "error" ? "danger" : "success"} role="status" className="mb-6">
		<div className="flex flex-wrap items-center justify-between gap-x-4">
			<p className="break-words">{message}</p>
			{undo && (
				<form method="post" action={page}>
					<HiddenFields values={undo.fields} />
					<button type="submit" className="link min-h-11 font-semibold">
						Undo
					</button>
				</form>
			)}
		</div>
	</Alert>
);

/** "2 domain(s) in your cart", or "2 domain(s) and 1 other item in your cart". */
function cartCount(cart: readonly CartItem[]): string {
	const domains = cart.filter(({ category }) =>
		["domain", "transfer", "renewal", "extension"].includes(category),
	).length;
	const others = cart.length - domains;
	if (others === 0) return `${domains} domain(s) in your cart`;
	const rest = `${others} ${domains > 0 ? "other " : ""}${others === 1 ? "item" : "items"} in your cart`;
	return domains > 0 ? `${domains} domain(s) and ${rest}` : rest;
}
