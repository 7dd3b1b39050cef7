import { href } from "react-router";
import { Steps } from "~/components/illustrations/steps";
import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { GrowthTable } from "~/features/catalog/components/growth-table";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Hosting that grows with your site",
		"Start with one site and end with a fleet: from shared hosting to a server of your own. A larger plan takes a few presses and no downtime.",
	);

const features = [
	{
		icon: "trending-up",
		title: "Upgrade at any time",
		text: "Without downtime. You pay the difference for the days that are left.",
	},
	{
		icon: "server",
		title: "From shared to your own",
		text: "A VPS when a site has outgrown its neighbours; after that a dedicated server, by quote.",
	},
	{ icon: "users", title: "Sell it on", text: "Reseller plans put your own name and your own price on hosting." },
	{
		icon: "globe",
		title: "Near your visitors",
		text: "This shop and your portal answer from the edge location nearest to you.",
	},
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits when we miss it." },
	{
		icon: "rotate-ccw",
		title: "And back again",
		text: "To a smaller plan: what you paid too much becomes credit for your next invoices.",
	},
] as const;

export default function Scaling() {
	return (
		<FeaturePage
			title="Room to grow"
			lead="Start with one site and a small plan. A larger one takes a few presses, and no downtime."
			picture={<Steps />}
			heading="How you grow"
			features={features}
			action={{ href: href("/hosting/vps"), label: "See VPS hosting" }}
			also={{ href: href("/contact"), label: "Ask which size fits" }}
			callToAction={{
				title: "Start small",
				lead: "Moving up takes no downtime, so there is no need to buy for next year today.",
			}}
		>
			<Section
				id="ladder"
				title="From the first page to your own machine"
				lead="What usually fits, and what it costs from."
				beside
			>
				<GrowthTable />
			</Section>
		</FeaturePage>
	);
}
