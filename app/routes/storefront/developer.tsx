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
		"Full DNS control, servers with root access and an availability API that returns plain JSON, one line for every extension.",
	);

const features = [
	{
		icon: "code-xml",
		title: "Availability API",
		text: "GET /api/domains/search?q=name streams one JSON line for every extension.",
	},
	{
		icon: "settings",
		title: "Full DNS control",
		text: `${recordTypes.slice(0, -1).join(", ")} and ${recordTypes.at(-1)}, checked as you enter them. Import and export zone files, and undo changes.`,
	},
	{
		icon: "key-round",
		title: "Root access",
		text: "On every VPS, with its own IP address.",
		href: href("/hosting/vps"),
	},
	{
		icon: "zap",
		title: "No API key",
		text: "The public API needs no account. Search from a script or a terminal.",
	},
	{
		icon: "file-text",
		title: "Clear errors",
		text: "Every error names the field and the reason, and says when to try again.",
	},
	{
		icon: "shield-check",
		title: "Live status",
		text: "The status page checks every service we depend on in real time. /api/health returns the same result as JSON.",
		href: href("/status"),
	},
] as const;

export default function Developer() {
	return (
		<FeaturePage
			title="Made by developers"
			lead="Full DNS control, servers with root access and an availability API that returns plain JSON."
			picture={<CodeSample title="One name, two extensions" lines={samples.search} />}
			heading="What you work with"
			features={features}
			action={{ href: href("/hosting/vps"), label: "Get a server" }}
			also={{ href: href("/support"), label: "Ask us" }}
			callToAction={{
				title: "A server from your phone",
				lead: "Choose a plan, pay with M‑Pesa and find its IP address in your portal.",
			}}
		>
			<Section
				id="api"
				title="The API"
				lead="Plain HTTPS. Public endpoints need no key. Prices are integers in minor units: 50000 is Ksh 500."
			>
				<ApiTable />
				<CodeSample title="One line of the response, formatted" lines={samples.answer} />
			</Section>
			<Section
				id="errors"
				title="Errors"
				lead="Errors are a 4xx status with a readable message and the field it is about. Too many requests return 429 with Retry-After."
				raised
				beside
			>
				<CodeSample title="An invalid name" lines={samples.refusal} />
			</Section>
		</FeaturePage>
	);
}
