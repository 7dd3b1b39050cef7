import { TillSlip } from "~/components/illustrations/till-slip";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { Heading } from "~/components/ui/heading";
import { Price } from "~/components/ui/price";
import { OrderSlip } from "~/features/cart/components/order-slip";
import {
	annualSavings,
	getPrice,
	lowestPrice,
	plansOf,
	soldAddons,
	termName,
	termsOf,
} from "~/features/catalog/catalog";
import { AddToCartButton } from "~/features/catalog/components/add-to-cart-button";
import { PlanComparison } from "~/features/catalog/components/plan-comparison";
import { pricingFaq } from "~/features/catalog/components/pricing-faq";
import { PricingPlans } from "~/features/catalog/components/pricing-plans";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/pricing";

export const handle = { hydrate: false };

function savedYearly(): string {
	const savings = plansOf("pricing").map(annualSavings);
	const [least, most] = [Math.min(...savings), Math.max(...savings)];
	if (most === 0) return "paid monthly or yearly";
	return least === most ? `${most}% less if you pay yearly` : `${least} to ${most}% less if you pay yearly`;
}

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Hosting prices by month or year",
		`Starter, Business and Enterprise hosting from ${formatMoney(lowestPrice(plansOf("pricing"), "monthly"))} a month, ${savedYearly()}. Add-ons, one comparison table, 30-day money-back guarantee.`,
		productsJsonLd([...plansOf("pricing"), ...soldAddons()], addressOf(args), "every"),
		faqJsonLd(pricingFaq()),
	);

export default function Pricing() {
	return (
		<>
			<div className="billing">
				<ShelfHead
					title="Prices without small print"
					listTitle="The plans"
					lead="In shillings. Upgrade at any time without downtime and cancel whenever you like."
				>
					<PricingPlans />
					<Alert tone="success" title="30-day money-back guarantee">
						<p>Not for you? Tell us within 30 days and you get your money back.</p>
					</Alert>
				</ShelfHead>
				<Section id="total" title="Your total with a .co.ke domain" raised picture={<TillSlip />}>
					<OrderSlip plans={plansOf("pricing")} terms={["monthly", "annual"]} />
				</Section>
			</div>
			<Section id="compare" title="Compare the plans">
				<PlanComparison />
			</Section>
			{soldAddons().length > 0 && (
				<Section id="addons" title="Add-ons" lead="For a domain or a plan, which you choose in the cart." raised>
					<ul className="swipe-row grid gap-4 md:grid-cols-2 lg:grid-cols-4">
						{soldAddons().map((addon) => (
							<Card as="li" key={addon.id} className="flex snap-start flex-col items-start gap-3 max-sm:p-4">
								<Heading level={3}>{addon.name}</Heading>
								<p className="text-muted">{addon.description}</p>
								<div className="mt-auto grid w-full gap-3">
									{termsOf(addon).map((term, _, { length }) => (
										<div key={term} className="flex flex-wrap items-center justify-between gap-2 sm:gap-3">
											<Price money={getPrice(addon, term)} per={termName[term]} size="md" />
											<AddToCartButton
												product={addon}
												term={term}
												subject={length > 1 ? `${addon.name}, paid for ${termName[term]}` : addon.name}
											/>
										</div>
									))}
								</div>
							</Card>
						))}
					</ul>
				</Section>
			)}
			<Section id="questions" title="Before you pay" beside>
				<Faq items={pricingFaq()} />
			</Section>
		</>
	);
}
