import { href } from "react-router";
import type { Slide } from "~/components/ui/carousel";
import { findSoldPlan, managedShared, plansOf, priceTag } from "~/features/catalog/catalog";
import type { Plan } from "~/features/catalog/product";

/** The offers of the hosting page's carousel. */
export function offerSlides(): readonly Slide[] {
	const [server] = plansOf("vps");
	const [reseller] = plansOf("reseller");
	const managed = findSoldPlan(managedShared);
	return [
		...slide(managed, (plan) => ({
			title: plan.name,
			text: "For the website of a shop, a school or a practice. We manage the server.",
			href: `${href("/select-domain")}?plan=${plan.id}&term=annual`,
			action: "Get this offer",
		})),
		...slide(server, () => ({
			title: "Managed VPS Hosting",
			text: "Your own server, kept up to date by us.",
			href: href("/hosting/vps"),
			action: "See VPS hosting",
		})),
		...slide(reseller, () => ({
			title: "Reseller Hosting",
			text: "Sell hosting under your own name. We stay in the background.",
			href: href("/hosting/reseller"),
			action: "See reseller hosting",
		})),
	];
}

const slide = (plan: Plan | undefined, describe: (plan: Plan) => Omit<Slide, "price">): Slide[] =>
	plan ? [{ ...describe(plan), price: priceTag(plan) }] : [];
