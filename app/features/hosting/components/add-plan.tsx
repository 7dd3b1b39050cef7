import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { Button } from "~/components/ui/button";
import { browserCart, toItem } from "~/features/cart/browser-cart";
import { readCartChange } from "~/features/cart/cart-changes";
import { encodeItem } from "~/features/cart/cart-cookie";
import { toCartItem } from "~/features/cart/cart-item";
import { ViewCart } from "~/features/cart/components/view-cart";
import { useCart } from "~/features/cart/use-cart";
import { toast } from "~/islands/toast";
import type { PlanOffer } from "../offers";

/** Form to choose a plan and add it to the cart. */
export function AddPlan({ offers }: { offers: readonly PlanOffer[] }) {
	const isHydrated = useCart() !== null;
	const [chosen, choose] = useState<string>();
	const offer = offers.find(({ id }) => id === chosen);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const change = readCartChange(new FormData(event.currentTarget));
		if (!offer || !change) return;
		const { done, message } = await browserCart.change(change, offer.item);
		toast(message ?? "", done ? "success" : "error");
	}

	return (
		<form method="post" action={href("/dashboard/cart")} onSubmit={submit} className="grid gap-5">
			<input type="hidden" name="intent" value="add" />
			<fieldset>
				<legend className="sr-only">Plan</legend>
				<ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
					{offers.map(({ id, name, price, description, bestFor, item }) => (
						<li key={id}>
							<label className="grid h-full cursor-pointer content-start gap-1 rounded-card border border-line p-4 hover:border-edge has-checked:border-lake has-checked:bg-lake-wash has-focus-visible:outline-2">
								<span className="flex items-center justify-between gap-3">
									<span className="font-display text-lg font-bold">{name}</span>
									<input
										type="radio"
										name="item"
										value={encodeItem(toItem(toCartItem(item)))}
										required
										checked={id === chosen}
										onChange={() => choose(id)}
										className="size-5 flex-none accent-lake"
									/>
								</span>
								<span className="font-display text-xl font-semibold tabular-nums">
									{price} <span className="font-sans text-sm font-medium text-muted">a month</span>
								</span>
								<span className="text-muted">{description}</span>
								{bestFor && <span className="text-sm text-muted">Best for: {bestFor}</span>}
							</label>
						</li>
					))}
				</ul>
			</fieldset>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" disabled={isHydrated && !offer}>
					Add to Cart
				</Button>
				<ViewCart />
			</div>
		</form>
	);
}
