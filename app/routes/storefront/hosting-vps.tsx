import { href } from "react-router";
import { brand } from "~/brand";
import { Servers } from "~/components/illustrations/servers";
import { CallToAction } from "~/components/layout/call-to-action";
import { PageHero } from "~/components/layout/page-hero";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { lowestPrice } from "~/features/catalog/catalog";
import { CommonFeatures, PlanGrid } from "~/features/catalog/components/plan-card";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { vpsPlans } from "~/features/catalog/vps-plans";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting-vps";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Managed VPS hosting",
		`Managed virtual servers from ${formatMoney(lowestPrice(vpsPlans, "monthly"))} a month: root access, an IP address of your own, a team in Kenya.`,
		productsJsonLd(vpsPlans, addressOf(args)),
	);

const features = [
	{
		icon: "key-round",
		title: "Root access",
		text: "Install what your application needs, under your own name and IP address.",
	},
	{
		icon: "users",
		title: "Managed",
		text: "Our team looks after the server; you look after what runs on it.",
	},
	{
		icon: "trending-up",
		title: "Grow without moving",
		text: "Go to a larger plan without downtime, for the difference of the days that are left.",
	},
] as const;

const infrastructure = [
	{
		icon: "server",
		title: "A virtual server",
		text: "A system of its own: what other customers run is no part of it.",
	},
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits when we miss it." },
	{
		icon: "headset",
		title: "A team in Kenya",
		text: `Seven days a week; by phone ${brand.phoneHours}.`,
	},
] as const;

export default function VpsHosting() {
	return (
		<>
			<PageHero
				title="A server of your own"
				lead="For applications, shops and anything that has outgrown shared hosting. You run your software; we look after the server."
				aside={<Servers />}
			>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href="#plans">See the plans</ButtonLink>
					<ButtonLink href={href("/contact")} variant="secondary">
						Ask before you buy
					</ButtonLink>
				</div>
			</PageHero>
			<Section id="features" title="What you get" raised>
				<FeatureGrid items={features} />
			</Section>
			<Section
				id="plans"
				title="Three plans"
				lead="By the month; stop when you like. Tell us what runs today, and we say which of them carries it."
			>
				<PlanGrid plans={vpsPlans} group="vps-plans" onlyDifferences />
				<CommonFeatures plans={vpsPlans} />
			</Section>
			<Section id="infrastructure" title="What stands behind it" raised>
				<FeatureGrid items={infrastructure} />
			</Section>
			<Testimonials about="vps" raised={false} />
			<CallToAction
				title="Ready when you are"
				lead="Choose a plan and pay from your phone, or ask first what moving your application takes."
			>
				<ButtonLink href="#plans" variant="onBand">
					Choose a plan
				</ButtonLink>
				<ButtonLink href={href("/contact")} variant="onBandQuiet">
					Talk to us
				</ButtonLink>
			</CallToAction>
		</>
	);
}
