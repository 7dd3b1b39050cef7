import { href } from "react-router";
import { CallToAction } from "~/components/layout/call-to-action";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { PayWith } from "~/components/layout/payment-marks";
import { Section } from "~/components/layout/section";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { Heading } from "~/components/ui/heading";
import { Price } from "~/components/ui/price";
import { FirstYear } from "~/features/cart/components/first-year";
import { addons } from "~/features/catalog/addons";
import { defaultTerm, lowestPrice, termName, unitPrice } from "~/features/catalog/catalog";
import { AddToCartButton } from "~/features/catalog/components/add-to-cart-button";
import { PlanComparison } from "~/features/catalog/components/plan-comparison";
import { pricingFaq } from "~/features/catalog/components/pricing-faq";
import { PricingPlans } from "~/features/catalog/components/pricing-plans";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { pricingPlans } from "~/features/catalog/pricing-plans";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/pricing";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Hosting prices by month or year",
		`Starter, Business and Enterprise hosting from ${formatMoney(lowestPrice(pricingPlans, "monthly"))} a month, 15 to 20% less if you pay yearly. Add-ons, one comparison table, 30-day money-back guarantee.`,
		productsJsonLd([...pricingPlans, ...addons], addressOf(args), "every"),
		faqJsonLd(pricingFaq),
	);

export default function Pricing() {
	return (
		<>
			<div className="page-column grid items-center gap-x-10 gap-y-8 py-10 sm:py-20 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid gap-6">
					<Heading level={1} size="xl" dot>
						Prices without small print
					</Heading>
					<p className="max-w-measure text-lg text-muted">
						Pay monthly or yearly, in shillings. Upgrade at any time without downtime and cancel whenever you like.
					</p>
				</div>
				{/* On narrow screens it comes after the plans. */}
				<div className="max-lg:order-last">
					<FirstYear level={2} />
				</div>
				<div className="grid gap-8 lg:col-span-2 lg:pt-8">
					<PricingPlans />
					<Alert tone="success" title="30-day money-back guarantee">
						<p>Not for you? Tell us within 30 days and you get your money back.</p>
					</Alert>
					<PayWith />
				</div>
			</div>
			<Section id="compare" title="Compare the plans" raised>
				<PlanComparison />
			</Section>
			<Section id="addons" title="Add-ons" lead="With any plan, or on their own.">
				<ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
					{addons.map((addon) => {
						const term = defaultTerm(addon);
						const price = unitPrice(addon, term);
						return (
							<Card as="li" key={addon.id} className="flex flex-col items-start gap-3 max-sm:p-4">
								<Heading level={3}>{addon.name}</Heading>
								<p className="text-muted">{addon.description}</p>
								<div className="mt-auto flex w-full flex-wrap items-center justify-between gap-2 sm:gap-3">
									{price && <Price money={price} per={termName[term]} size="md" />}
									<AddToCartButton product={addon} term={term} />
								</div>
							</Card>
						);
					})}
				</ul>
			</Section>
			<Section id="questions" title="Before you pay" raised beside>
				<Faq items={pricingFaq} />
			</Section>
			<CallToAction title="Need a domain too?" lead="See the first-year and renewal price of every extension.">
				<ButtonLink href={href("/domains")} variant="onBand">
					See domain prices
				</ButtonLink>
				<ButtonLink href={href("/contact")} variant="onBandQuiet">
					Ask a person
				</ButtonLink>
			</CallToAction>
		</>
	);
}
