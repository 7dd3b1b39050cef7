import { href } from "react-router";
import { CallToAction } from "~/components/layout/call-to-action";
import { PageHero } from "~/components/layout/page-hero";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { Carousel } from "~/components/ui/carousel";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { lowestPrice } from "~/features/catalog/catalog";
import { PlanGrid } from "~/features/catalog/components/plan-card";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { hostingPackages, managedShared } from "~/features/catalog/hosting-packages";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { resellerPlans } from "~/features/catalog/reseller-plans";
import { sharedPlans } from "~/features/catalog/shared-plans";
import { vpsPlans } from "~/features/catalog/vps-plans";
import { hostingFeatures, services } from "~/features/hosting/components/hosting-copy";
import { offerSlides } from "~/features/hosting/components/offer-slides";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Hosting packages, paid by the year",
		`Hosting from ${formatMoney(lowestPrice(hostingPackages, "annual"))} a year, managed VPS from ${formatMoney(lowestPrice(vpsPlans, "monthly"))} a month, reseller plans from ${formatMoney(lowestPrice(resellerPlans, "monthly"))} a month. 30-day money-back guarantee.`,
		productsJsonLd([...hostingPackages, managedShared], addressOf(args)),
	);

export default function Hosting() {
	return (
		<>
			<PageHero
				title="Hosting that stays up"
				lead={`From ${formatMoney(lowestPrice(hostingPackages, "annual"))} a year: space for your site, an easy control panel and people who answer the phone. 99.9% uptime, or you get service credits.`}
				aside={<Carousel label="Our hosting" slides={offerSlides} />}
			>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href="#packages">See the packages</ButtonLink>
					<ButtonLink href={href("/pricing")} variant="secondary">
						Compare prices
					</ButtonLink>
				</div>
			</PageHero>

			<Section
				id="domain"
				title="Start with a name"
				lead="Search for your domain now and add hosting later."
				raised
				beside
			>
				<SearchForm extensions={["co.ke", "com", "org", "shop", "africa"]} />
			</Section>

			<Section
				id="packages"
				title="Hosting packages"
				lead="Paid yearly. Renewal costs the same list price. Prices exclude VAT."
			>
				<PlanGrid plans={hostingPackages} group="packages" columns={4} shown={2} />
				<p className="text-muted">
					Prefer to pay monthly?{" "}
					<a className="link" href={href("/hosting/web")}>
						Web hosting from {formatMoney(lowestPrice(sharedPlans, "monthly"))}
					</a>
					,{" "}
					<a className="link" href={href("/hosting/vps")}>
						VPS from {formatMoney(lowestPrice(vpsPlans, "monthly"))}
					</a>
					,{" "}
					<a className="link" href={href("/hosting/reseller")}>
						reseller plans from {formatMoney(lowestPrice(resellerPlans, "monthly"))}
					</a>
					.
				</p>
			</Section>

			<Section id="features" title="In every package" raised>
				<FeatureGrid items={hostingFeatures} />
			</Section>

			<Section id="services" title="Other services">
				<FeatureGrid items={services} />
			</Section>

			<Testimonials about="hosting" />

			<CallToAction
				title="Start today"
				lead="Not sure which one fits? Start small. You can upgrade later without downtime and pay only the difference."
			>
				<ButtonLink href={href("/pricing")} variant="onBand">
					See all prices
				</ButtonLink>
				<ButtonLink href={href("/contact")} variant="onBandQuiet">
					Ask a person
				</ButtonLink>
			</CallToAction>
		</>
	);
}
