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
		"Start with one site on shared hosting and grow to your own server. Upgrade in a few clicks, without downtime.",
	);

const features = [
	{
		icon: "trending-up",
		title: "Upgrade at any time",
		text: "No downtime. You pay only the difference for the remaining days.",
	},
	{
		icon: "server",
		title: "From shared hosting to your own server",
		text: "Move to a VPS when shared hosting gets too small. If you outgrow that, ask us for a dedicated server.",
	},
	{
		icon: "users",
		title: "Resell hosting",
		text: "Reseller plans let you sell hosting under your own name, at your own prices.",
	},
	{
		icon: "globe",
		title: "Close to you",
		text: "Our site and your portal load from the location nearest to you.",
	},
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits if we miss it." },
	{
		icon: "rotate-ccw",
		title: "Downgrade too",
		text: "Move to a smaller plan and the difference becomes credit for your next invoices.",
	},
] as const;

export default function Scaling() {
	return (
		<FeaturePage
			title="Room to grow"
			lead="Start with one site and a small plan. Upgrade in a few clicks, without downtime."
			picture={<Steps />}
			heading="How you grow"
			features={features}
			action={{ href: href("/hosting/vps"), label: "See VPS hosting" }}
			also={{ href: href("/contact"), label: "Ask which size fits" }}
			callToAction={{
				title: "Start small",
				lead: "You can upgrade without downtime, so there's no need to buy more than you need today.",
			}}
		>
			<Section
				id="ladder"
				title="From your first page to your own server"
				lead="What usually fits, with starting prices."
				beside
			>
				<GrowthTable />
			</Section>
		</FeaturePage>
	);
}
