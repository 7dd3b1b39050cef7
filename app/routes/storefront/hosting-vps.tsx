import { Servers } from "~/components/illustrations/servers";
import { Closing } from "~/components/layout/closing";
import { PageHero } from "~/components/layout/page-hero";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { lowestPrice } from "~/features/catalog/catalog";
import { PlanGrid } from "~/features/catalog/components/plan-card";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { vpsPlans } from "~/features/catalog/vps-plans";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting-vps";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Managed VPS hosting",
		`Managed virtual servers from ${formatMoney(lowestPrice(vpsPlans, "monthly"))} a month: root access, your own IP address, NVMe storage, support in Kenya.`,
		productsJsonLd(vpsPlans, addressOf(args)),
	);

const features = [
	{ icon: "key-round", title: "Full root access", text: "Install what you need; we keep the system patched." },
	{ icon: "gauge", title: "NVMe storage", text: "Databases and builds that don't wait for the disk." },
	{ icon: "trending-up", title: "Grow without moving", text: "Go to a larger plan without downtime." },
] as const;

const infrastructure = [
	{
		icon: "server",
		title: "One server, one customer",
		text: "Your memory and your processor time are reserved for you.",
	},
	{ icon: "shield-check", title: "Firewall in front", text: "Only the ports you open are open." },
	{
		icon: "activity",
		title: "Watched day and night",
		text: "99.9% uptime guaranteed, with service credits when we miss it.",
	},
] as const;

export default function VpsHosting() {
	return (
		<>
			<PageHero
				title="A server of your own"
				lead="For applications, shops and anything that has outgrown shared hosting. You run it; we keep it running."
				aside={<Servers />}
			>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href="#plans">See the plans</ButtonLink>
					<ButtonLink href="/contact" variant="secondary">
						Ask an engineer
					</ButtonLink>
				</div>
			</PageHero>
			<Section id="features" title="What you get" raised>
				<FeatureGrid items={features} />
			</Section>
			<Section id="plans" title="Three sizes" lead="By the month; stop when you like.">
				<PlanGrid plans={vpsPlans} group="vps-plans" shown={4} />
			</Section>
			<Section id="infrastructure" title="What it runs on" raised>
				<FeatureGrid items={infrastructure} />
			</Section>
			<Testimonials about="vps" />
			<Closing
				title="Ready when you are"
				lead="Tell us what runs today; we say which size fits, and what moving it takes."
			>
				<ButtonLink href="#plans" variant="onBand">
					Choose a plan
				</ButtonLink>
				<ButtonLink href="/contact" variant="onBandQuiet">
					Talk to us
				</ButtonLink>
			</Closing>
		</>
	);
}
