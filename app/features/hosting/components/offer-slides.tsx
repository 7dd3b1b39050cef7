import { Resold } from "~/components/illustrations/resold";
import { Servers } from "~/components/illustrations/servers";
import { WebPage } from "~/components/illustrations/web-page";
import type { Slide } from "~/components/ui/carousel";
import { formatMoney, kes } from "~/lib/money";

/** The three offers of the hosting page's carousel, at the price list's figures. */
export const offerSlides: readonly Slide[] = [
	{
		title: "Managed Shared Hosting",
		text: "For the website of a shop, a school or a practice. We look after the server.",
		price: `${formatMoney(kes(3500))} a year`,
		picture: <WebPage className="max-w-64 pb-2" />,
		href: "/hosting/web",
		action: "See shared hosting",
	},
	{
		title: "Managed VPS Hosting",
		text: "A server of your own, kept up to date by us.",
		price: `${formatMoney(kes(1800))} a month`,
		picture: <Servers className="max-w-64 pb-2" />,
		href: "/hosting/vps",
		action: "See VPS hosting",
	},
	{
		title: "Reseller Hosting",
		text: "Sell hosting under your own name; we stay in the background.",
		price: `${formatMoney(kes(1000))} a month`,
		picture: <Resold className="max-w-64 pb-2" />,
		href: "/hosting/reseller",
		action: "See reseller hosting",
	},
];
