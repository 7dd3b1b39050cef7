import { href } from "react-router";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { isOutOfStock, soldHardware, unitPrice } from "../catalog";
import { hardwareCategories } from "../hardware-categories";
import type { Hardware } from "../product";
import { AddToCartButton } from "./add-to-cart-button";
import { HardwareDrawing } from "./hardware-drawing";
import { Rating } from "./rating";

/** The devices by category. Radio buttons and CSS filter them, without script. Browsers without `:has()` show all. */
export function HardwareShop() {
	return (
		<div className="hardware grid grid-cols-1 gap-6" data-drawer>
			<fieldset className="relative hidden w-full min-w-0 gap-1 overflow-x-auto rounded-full border border-line bg-surface p-1 has-selector:flex sm:w-fit">
				<legend className="sr-only">Category</legend>
				{hardwareCategories.map(({ id, name }) => (
					<label
						key={id}
						className="relative inline-flex min-h-11 flex-none items-center rounded-full px-5 font-semibold has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-indigo"
					>
						<input type="radio" name="category" value={id} defaultChecked={id === "all"} className="choice-input" />
						{name}
					</label>
				))}
			</fieldset>
			<ul className="swipe-row grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
				{soldHardware().map((device) => (
					<HardwareCard key={device.id} device={device} />
				))}
			</ul>
		</div>
	);
}

function HardwareCard({ device }: { device: Hardware }) {
	const price = unitPrice(device, "once");
	return (
		<Card as="li" data-category={device.category} className="hardware-card snap-start max-sm:p-4">
			<div className="grid h-full grid-cols-[5rem_minmax(0,1fr)] content-start gap-x-4 gap-y-2 sm:flex sm:flex-col sm:gap-3">
				<div className="row-span-2 flex items-center justify-center rounded-field border border-line bg-paper sm:-mx-6 sm:-mt-6 sm:mb-2 sm:rounded-none sm:border-0 sm:border-b sm:py-5">
					<HardwareDrawing image={device.image} />
				</div>
				<Heading level={3}>{device.name}</Heading>
				{device.rating !== undefined && (
					<p className="inline-flex items-center gap-2 text-sm text-muted">
						<Rating value={device.rating} /> {device.rating.toFixed(1)}
					</p>
				)}
				<p className="col-span-full text-sm text-muted sm:text-base">{device.description}</p>
				<ul className="dots col-span-full max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-0 max-sm:text-sm sm:pb-2">
					{device.features.map((feature) => (
						<li key={feature} className="max-sm:gap-2">
							{feature}
						</li>
					))}
				</ul>
				<div className="col-span-full mt-auto flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 sm:pt-4">
					{price && <Price money={price} size="md" />}
					{isOutOfStock(device) ? (
						<p className="inline-flex min-h-11 items-center font-semibold text-muted">Out of stock</p>
					) : (
						<AddToCartButton product={device} term="once" />
					)}
				</div>
			</div>
		</Card>
	);
}

/** Filled by islands/cart-drawer.ts. */
export function CartDrawer() {
	return (
		<cart-drawer>
			<dialog aria-labelledby="drawer-title" className="drawer">
				<div className="flex h-full flex-col gap-4 p-5">
					<div className="flex items-start justify-between gap-4">
						<div>
							<Heading level={2} size="md" id="drawer-title">
								Your Shopping Cart
							</Heading>
							<p className="text-muted" data-count />
						</div>
						<Button variant="quiet" data-close aria-label="Close the cart">
							<Icon name="x" />
						</Button>
					</div>
					<p
						data-banner
						role="status"
						className="rounded-field bg-lake-wash px-4 py-3 font-semibold text-lake empty:hidden"
					/>
					<p data-empty className="text-muted">
						Your cart is empty
					</p>
					<ul data-items className="grid flex-1 content-start gap-3 overflow-y-auto" />
					<div data-filled className="grid gap-4 border-t border-line pt-4" hidden>
						<p className="flex items-baseline justify-between gap-4">
							<span>Before tax and delivery</span>
							<strong className="font-display text-xl" data-total />
						</p>
						<ButtonLink href={href("/cart")}>Proceed to Checkout</ButtonLink>
					</div>
				</div>
				<template>
					<li className="flex items-start justify-between gap-4 border-b border-line pb-3">
						<span>
							<span className="block font-semibold" data-name />
							<span className="text-muted" data-amount />
						</span>
						<button type="button" data-remove className="min-h-11 px-2 text-indigo underline underline-offset-4">
							Remove
						</button>
					</li>
				</template>
			</dialog>
		</cart-drawer>
	);
}
