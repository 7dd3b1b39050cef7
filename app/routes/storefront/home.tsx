import { href } from "react-router";
import { ShopSign } from "~/components/illustrations/shop-sign";
import { organization } from "~/components/layout/organization";
import { PageHero } from "~/components/layout/page-hero";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Proof } from "~/components/layout/proof";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { Icon } from "~/components/ui/icon";
import { OrderSlip } from "~/features/cart/components/order-slip";
import { plansOf } from "~/features/catalog/catalog";
import { CommonFeatures, PlanGrid } from "~/features/catalog/components/plan-card";
import { PriceHighlights } from "~/features/catalog/components/price-highlights";
import { domainPrice } from "~/features/catalog/domain-prices";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/home";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Domains and hosting in Kenya",
		`Find a .co.ke name from ${formatMoney(domainPrice("co.ke"))}, pay with M-Pesa, and have hosting, email and DNS running the same morning.`,
		organization(addressOf(args)),
	);

const quickExtensions = ["co.ke", "com", "org", "xyz", "ai", "io"];

const included = ["M‑Pesa or card", "WHOIS privacy free", "Renewal price up front"];

export default function Home() {
	const plans = plansOf("pricing");
	return (
		<>
			<PageHero
				title={<>Your name, online before&nbsp;lunch</>}
				lead="Find a domain, pay with M‑Pesa, and have hosting, email and DNS running the same morning. Prices in shillings, people on the phone."
				aside={<ShopSign />}
			>
				<SearchForm extensions={quickExtensions} />
				<ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted sm:text-base">
					{included.map((text) => (
						<li key={text} className="flex items-center gap-2">
							<Icon name="check" className="flex-none text-lake" />
							{text}
						</li>
					))}
				</ul>
			</PageHero>

			<div className="page-column pb-10 sm:pb-16">
				<PriceHighlights />
			</div>

			<Section id="plans" title="Hosting plans" lead="Start small and upgrade at any time without downtime." raised>
				<PlanGrid plans={plans} term="annual" group="home-plans" onlyDifferences />
				<div className="max-sm:hidden">
					<CommonFeatures plans={plans} />
				</div>
				<p className="max-w-measure text-muted">
					<a href={href("/pricing")} className="link">
						Compare the plans
					</a>
					, monthly or yearly. Our{" "}
					<a href={href("/hosting/web")} className="link">
						web hosting
					</a>{" "}
					plans Business and Professional include unlimited websites. Pay annually and they include a free domain for
					the first year.
				</p>
			</Section>

			<Section
				id="first-year"
				title="What a first year costs"
				lead="A .co.ke domain and the Starter plan, paid yearly."
				beside
			>
				<OrderSlip plans={plans.slice(0, 1)} terms={["annual"]} />
			</Section>

			<Section id="proof" title="Check it yourself" raised>
				<Proof />
			</Section>
		</>
	);
}
