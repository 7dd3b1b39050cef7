import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Domains and hosting for developers",
		"DNS in your hands, servers you can reach, and an availability API that answers in plain JSON, one line for every extension.",
	);

const features = [
	{
		icon: "code-xml",
		title: "Availability API",
		text: "GET /api/domains/search?q=name streams one JSON line for every extension.",
	},
	{ icon: "settings", title: "DNS in your hands", text: "Every common record type, with sane checks, in the portal." },
	{ icon: "key-round", title: "Root access", text: "On every VPS." },
	{ icon: "zap", title: "One-click installs", text: "Content systems and databases in a minute." },
	{
		icon: "file-text",
		title: "Errors that explain",
		text: "Every refusal says which field, why, and when to try again.",
	},
	{
		icon: "shield-check",
		title: "Open about our state",
		text: "The status page asks every dependency while you watch.",
	},
] as const;

export default function Developer() {
	return (
		<FeaturePage
			title="Made by developers"
			lead="DNS in your hands, servers you can reach, and an availability API that answers in plain JSON."
			features={features}
			action={{ href: "/hosting/vps", label: "Get a server" }}
		/>
	);
}
