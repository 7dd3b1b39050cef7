import { href } from "react-router";
import { ResellerSites } from "~/components/illustrations/reseller-sites";
import { Servers } from "~/components/illustrations/servers";
import { WebPage } from "~/components/illustrations/web-page";
import type { Slide } from "~/components/ui/carousel";
import { getPlan, priceTag } from "~/features/catalog/catalog";
import { managedShared } from "~/features/catalog/hosting-packages";

/** The three offers of the hosting page's carousel. */
export const offerSlides: readonly Slide[] = [
	{
		title: managedShared.name,
		text: "For the website of a shop, a school or a practice. We manage the server.",
		price: priceTag(managedShared),
		picture: <WebPage className="max-w-64 pb-2" />,
		href: `${href("/select-domain")}?plan=${managedShared.id}&term=annual`,
		action: "Get this offer",
	},
	{
		title: "Managed VPS Hosting",
		text: "Your own server, kept up to date by us.",
		price: priceTag(getPlan("vps-starter")),
		picture: <Servers className="max-w-64 pb-2" />,
		href: href("/hosting/vps"),
		action: "See VPS hosting",
	},
	{
		title: "Reseller Hosting",
		text: "Sell hosting under your own name. We stay in the background.",
		price: priceTag(getPlan("reseller-starter")),
		picture: <ResellerSites className="max-w-64 pb-2" />,
		href: href("/hosting/reseller"),
		action: "See reseller hosting",
	},
];
