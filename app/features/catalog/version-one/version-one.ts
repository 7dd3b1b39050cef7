import { money, usd } from "~/lib/money";
import type { CatalogContent } from "../content";
import { toCatalog } from "../indexed";
import { addons } from "./addons";
import { domainExtensions, otherExtensions } from "./domain-extensions";
import { hardware } from "./hardware";
import { hostingPackages, managedShared } from "./hosting-packages";
import { portalOffers } from "./portal-offers";
import { pricingPlans } from "./pricing-plans";
import { resellerPlans } from "./reseller-plans";
import { sharedPlans } from "./shared-plans";
import { vpsPlans } from "./vps-plans";

export const firstContent: CatalogContent = {
	extensions: domainExtensions,
	otherExtensions,
	plans: [
		...pricingPlans,
		...sharedPlans,
		...hostingPackages,
		managedShared,
		...vpsPlans,
		...resellerPlans,
		...portalOffers,
	],
	addons,
	hardware,
	testimonials: [],
	announcements: [],
	rules: {
		taxBasisPoints: 800,
		// The specification gives 5.99 without a currency, so both use it.
		shipping: { KES: money(599, "KES"), USD: usd(599) },
		// Our decision, reviewed with the price lists.
		shillingsPerDollar: 130,
	},
};

/** The catalogue of the code, until staff publish another. */
export const versionOne = toCatalog(1, firstContent);
