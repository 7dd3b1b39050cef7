import { href } from "react-router";
import { SchoolGate } from "~/components/illustrations/school-gate";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { ButtonLink } from "~/components/ui/button";
import { Carousel } from "~/components/ui/carousel";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { hostingPackages, lowestPrice, plansOf } from "~/features/catalog/catalog";
import { PlanGrid } from "~/features/catalog/components/plan-card";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { hostingFeatures, services } from "~/features/hosting/components/hosting-copy";
import { offerSlides } from "~/features/hosting/components/offer-slides";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Hosting packages, paid by the year",
		`Hosting from ${formatMoney(lowestPrice(hostingPackages(), "annual"))} a year, managed VPS from ${formatMoney(lowestPrice(plansOf("vps"), "monthly"))} a month, reseller plans from ${formatMoney(lowestPrice(plansOf("reseller"), "monthly"))} a month. 30-day money-back guarantee.`,
		productsJsonLd(plansOf("package"), addressOf(args)),
	);

export default function Hosting() {
	return (
		<>
			<ShelfHead
				id="packages"
				title="Hosting that stays up"
				listTitle="The packages"
				lead="Packages paid by the year. Renewal costs the same list price. Prices exclude VAT."
			>
				<PlanGrid plans={hostingPackages()} group="packages" columns={4} shown={4} />
				<p className="text-muted">
					Prefer to pay monthly?{" "}
					<a className="link" href={href("/hosting/web")}>
						Web hosting from {formatMoney(lowestPrice(plansOf("shared"), "monthly"))}
					</a>
					,{" "}
					<a className="link" href={href("/hosting/vps")}>
						VPS from {formatMoney(lowestPrice(plansOf("vps"), "monthly"))}
					</a>
					,{" "}
					<a className="link" href={href("/hosting/reseller")}>
						reseller plans from {formatMoney(lowestPrice(plansOf("reseller"), "monthly"))}
					</a>
					.
				</p>
			</ShelfHead>

			<Section id="offers" title="Three offers" raised beside>
				<Carousel label="Our hosting" slides={offerSlides()} />
			</Section>

			<Section id="domain" title="Start with a name" lead="Search for your domain now and add hosting later." beside>
				<SearchForm extensions={["co.ke", "com", "org", "shop", "africa"]} />
			</Section>

			<Section id="features" title="In every package" raised picture={<SchoolGate />}>
				<FeatureGrid items={hostingFeatures} stacked />
			</Section>

			<Section id="services" title="Other services">
				<FeatureGrid items={services} />
			</Section>

			<Testimonials about="hosting" />

			<Section id="next" title="Start today" beside>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={href("/pricing")}>See all prices</ButtonLink>
					<ButtonLink href={href("/contact")} variant="secondary">
						Ask a person
					</ButtonLink>
				</div>
			</Section>
		</>
	);
}
