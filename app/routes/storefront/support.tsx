import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Hosting support from Kenya",
		"A team in Kenya answers seven days a week, by e-mail and WhatsApp; on the phone from Monday to Friday, 8am to 6pm.",
	);

const features = [
	{ icon: "phone", title: "By phone", text: "Mon–Fri, 8am–6pm EAT. A person answers." },
	{ icon: "mail", title: "By e-mail", text: "Seven days a week." },
	{ icon: "message-circle", title: "By chat", text: "On WhatsApp, from any page." },
	{
		icon: "life-buoy",
		title: "We move you",
		text: "Files, databases and mailboxes from your old host: ask before you buy, and we say what it takes.",
	},
	{ icon: "badge-check", title: "In plain words", text: "Your options, their price, our advice." },
	{ icon: "activity", title: "Status, live", text: "See what runs before you call." },
] as const;

export default function Support() {
	return (
		<FeaturePage
			title="People, in your time zone"
			lead="A team in Kenya, seven days a week; on the phone from Monday to Friday, 8am to 6pm."
			features={features}
			action={{ href: "/contact", label: "Contact us" }}
		/>
	);
}
