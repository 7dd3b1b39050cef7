import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"How we keep names and sites safe",
		"Certificates, signed-in devices you can end, a domain lock that is on by default: the sensible choice is the one you find set.",
	);

const features = [
	{ icon: "shield-check", title: "Free SSL", text: "A certificate for every site, renewed by itself." },
	{
		icon: "lock",
		title: "Domains locked",
		text: "Nobody moves your name away: the transfer lock is on until you take it off.",
	},
	{
		icon: "eye-off",
		title: "WHOIS privacy",
		text: "Your address and phone number stay out of public records, free of charge.",
	},
	{
		icon: "key-round",
		title: "Passwords kept properly",
		text: "Stored with Argon2id, never in clear; every device that is signed in is listed, and you can end each.",
	},
	{
		icon: "refresh-cw",
		title: "Backups",
		text: "Daily on Business and above; kept for 30 days with automated backups.",
	},
	{
		icon: "activity",
		title: "Malware scanning",
		text: "Daily scans as an add-on, and a message the moment something is found.",
	},
] as const;

export default function Security() {
	return (
		<FeaturePage
			title="Locked before you ask"
			lead="Certificates, signed-in devices you can end, a domain lock that is on by default: the sensible choice is the one you find set."
			features={features}
			action={{ href: "/pricing", label: "See the plans" }}
		/>
	);
}
