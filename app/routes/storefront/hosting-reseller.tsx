import { ResellerSites } from "~/components/illustrations/reseller-sites";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { ButtonLink } from "~/components/ui/button";
import { lowestPrice, plansOf } from "~/features/catalog/catalog";
import { CommonFeatures, PlanGrid } from "~/features/catalog/components/plan-card";
import { ProfitCalculator } from "~/features/catalog/components/profit-calculator";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { resellerExample } from "~/features/catalog/reseller-example";
import { EnquirySection } from "~/features/support/components/enquiry-section";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting-reseller";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Reseller hosting under your brand",
		`Sell hosting under your own name from ${formatMoney(lowestPrice(plansOf("reseller"), "monthly"))} a month. Your brand and your prices, on our servers.`,
		productsJsonLd(plansOf("reseller"), addressOf(args)),
	);

export default function ResellerHosting() {
	return (
		<>
			<ShelfHead
				id="plans"
				title="Your name on the hosting"
				listTitle="The plans"
				lead={`Sell plans under your own brand and keep up to ${resellerExample.maxMarginPercent}% of the price. We run the servers.`}
			>
				<PlanGrid plans={plansOf("reseller")} group="reseller-plans" onlyDifferences />
				<CommonFeatures plans={plansOf("reseller")} />
				<ButtonLink href="#custom-plan" variant="secondary" className="justify-self-start">
					Request Custom Plan
				</ButtonLink>
			</ShelfHead>
			<Section id="profit" title="What you could earn" lead="This is an example. Enter your own figures." raised>
				<ProfitCalculator />
				<ResellerSites />
			</Section>
			<Testimonials about="reseller" raised={false} />
			<EnquirySection
				kind="custom-plan"
				title="Request Custom Plan"
				lead="None of the three plans fits? Tell us how many accounts you host and how much disk space they need."
			/>
		</>
	);
}
