import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { AddToCartButton } from "~/features/catalog/components/add-to-cart-button";
import type { Plan } from "~/features/catalog/product";

/** The plans that a customer can add. */
export function HostingOffers({ offers }: { offers: readonly { plan: Plan; price: string }[] }) {
	return (
		<section id="add" aria-labelledby="add-title" className="grid scroll-mt-6 gap-4 pt-6">
			<Heading level={2} id="add-title">
				Add a hosting plan
			</Heading>
			<ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
				{offers.map(({ plan, price }) => (
					<Card as="li" key={plan.id} className="grid content-between gap-4">
						<div className="grid gap-1">
							<Heading level={3}>{plan.name}</Heading>
							<p className="font-display text-xl font-semibold tabular-nums">
								{price} <span className="text-sm font-medium text-muted">a month</span>
							</p>
							<p className="text-muted">{plan.description}</p>
							{plan.bestFor && <p className="text-sm text-muted">Best for: {plan.bestFor}</p>}
						</div>
						<AddToCartButton product={plan} term="monthly" />
					</Card>
				))}
			</ul>
		</section>
	);
}
