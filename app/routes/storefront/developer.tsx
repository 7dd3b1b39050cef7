import { href } from "react-router";
import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { CodeSample } from "~/components/ui/code-sample";
import { recordTypes } from "~/features/dns/record";
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
	{
		icon: "settings",
		title: "DNS in your hands",
		text: `${recordTypes.slice(0, -1).join(", ")} and ${recordTypes.at(-1)}, checked as you enter them. Zone files in and out, and an undo.`,
	},
	{
		icon: "key-round",
		title: "Root access",
		text: "On every VPS, with its own IP address.",
		href: href("/hosting/vps"),
	},
	{
		icon: "zap",
		title: "No key to read",
		text: "The public API asks for no account: search from a script or a terminal.",
	},
	{
		icon: "file-text",
		title: "Errors that explain",
		text: "Every refusal says which field, why, and when to try again.",
	},
	{
		icon: "shield-check",
		title: "Open about our state",
		text: "The status page checks every service we depend on while you watch. /api/health gives the same answer as JSON.",
		href: href("/status"),
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
			action={{ href: href("/hosting/vps"), label: "Get a server" }}
			also={{ href: href("/support"), label: "Ask us" }}
			callToAction={{
				title: "A server from your phone",
				lead: "Choose a plan, pay with M‑Pesa, and find its address in your portal.",
			}}
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
