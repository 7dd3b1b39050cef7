import { href } from "react-router";
import type { Slide } from "~/components/ui/carousel";
import { getPlan, priceTag } from "~/features/catalog/catalog";
import { managedShared } from "~/features/catalog/hosting-packages";

/** The three offers of the hosting page's carousel. */
export const offerSlides: readonly Slide[] = [
	{
		title: managedShared.name,
		text: "For the website of a shop, a school or a practice. We manage the server.",
		price: priceTag(managedShared),
		href: `${href("/select-domain")}?plan=${managedShared.id}&term=annual`,
		action: "Get this offer",
	},
	{
		title: "Managed VPS Hosting",
		text: "Your own server, kept up to date by us.",
		price: priceTag(getPlan("vps-starter")),
		href: href("/hosting/vps"),
		action: "See VPS hosting",
	},
	{
		title: "Reseller Hosting",
		text: "Sell hosting under your own name. We stay in the background.",
		price: priceTag(getPlan("reseller-starter")),
		href: href("/hosting/reseller"),
		action: "See reseller hosting",
	},
];
