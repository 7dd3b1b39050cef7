import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { CodeSample } from "~/components/ui/code-sample";
import { samples } from "~/features/domains/components/api-sample";
import { ApiTable } from "~/features/domains/components/api-table";

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
			picture={<CodeSample title="A name, under two extensions" lines={samples.search} />}
			heading="What you work with"
			features={features}
			action={{ href: "/hosting/vps", label: "Get a server" }}
			also={{ href: "/support", label: "Ask an engineer" }}
			closing={{ title: "Root in a few minutes", lead: "Pick a size, pay from your phone, and log in." }}
		>
			<Section
				id="api"
				title="The API"
				lead="Plain HTTPS, no key for what is public. Prices are integers in minor units: 50000 is Ksh 500."
			>
				<ApiTable />
				<CodeSample title="One line of the answer, spread out" lines={samples.answer} />
			</Section>
			<Section
				id="errors"
				title="When we say no"
				lead="4xx with a sentence for people, and the field it is about. Too many requests is 429 with Retry-After."
				raised
				beside
			>
				<CodeSample title="A name that can’t be" lines={samples.refusal} />
			</Section>
		</FeaturePage>
	);
}
