import { href } from "react-router";
import { brand } from "~/brand";
import { Servers } from "~/components/illustrations/servers";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { ButtonLink } from "~/components/ui/button";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { lowestPrice, plansOf } from "~/features/catalog/catalog";
import { CommonFeatures, PlanGrid } from "~/features/catalog/components/plan-card";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting-vps";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Managed VPS hosting",
		`Managed virtual servers from ${formatMoney(lowestPrice(plansOf("vps"), "monthly"))} a month: root access, your own IP address and a team in Kenya.`,
		productsJsonLd(plansOf("vps"), addressOf(args)),
	);

const features = [
	{
		icon: "key-round",
		title: "Root access",
		text: "Install whatever your application needs, with your own IP address.",
	},
	{
		icon: "users",
		title: "Managed",
		text: "We take care of the server. You take care of your software.",
	},
	{
		icon: "trending-up",
		title: "Grow without moving",
		text: "Upgrade without downtime and pay only the difference for the remaining days.",
	},
] as const;

const infrastructure = [
	{
		icon: "server",
		title: "A virtual server",
		text: "Your own system, separate from other customers.",
	},
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits if we miss it." },
	{
		icon: "headset",
		title: "A team in Kenya",
		text: `Seven days a week. Phone: ${brand.phoneHours}.`,
	},
] as const;

export default function VpsHosting() {
	return (
		<>
			<ShelfHead
				id="plans"
				title="A server of your own"
				listTitle="The plans"
				lead="Root access and your own IP address. You run your software and we take care of the server. Pay monthly and cancel whenever you like."
			>
				<PlanGrid plans={plansOf("vps")} group="vps-plans" onlyDifferences shown={4} />
				<CommonFeatures plans={plansOf("vps")} />
			</ShelfHead>
			<Section id="features" title="What you get" raised picture={<Servers />}>
				<FeatureGrid items={features} stacked />
			</Section>
			<Section id="infrastructure" title="The infrastructure">
				<FeatureGrid items={infrastructure} />
			</Section>
			<Testimonials about="vps" />
			<Section
				id="next"
				title="Not sure which size?"
				lead="Tell us what you run today and we'll recommend a plan."
				beside
			>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={href("/contact")}>Ask before you buy</ButtonLink>
					<ButtonLink href="#plans" variant="secondary">
						Choose a plan
					</ButtonLink>
				</div>
			</Section>
		</>
	);
}
