import { Steps } from "~/components/illustrations/steps";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { FeatureGrid } from "~/components/ui/feature-grid";
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
		icon: "rotate-ccw",
		title: "Downgrade too",
		text: "Move to a smaller plan and the difference becomes credit for your next invoices.",
	},
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits if we miss it." },
] as const;

export default function Scaling() {
	return (
		<>
			<ShelfHead
				title="Room to grow"
				lead="Start with one site and a small plan. Upgrade in a few clicks, without downtime."
			>
				<GrowthTable />
			</ShelfHead>
			<Section id="features" title="How you grow" raised picture={<Steps />}>
				<FeatureGrid items={features} stacked />
			</Section>
		</>
	);
}
