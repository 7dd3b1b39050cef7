import { brand } from "~/brand";
import { Padlock } from "~/components/illustrations/padlock";
import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";

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

const yours = [
	"Use a password here that you use nowhere else: 10 characters or more, and a sentence is fine.",
	"Look at the list of signed-in devices now and then, and end what you don’t know.",
	"Keep the lock on. Take it off on the day you transfer a name, not before.",
	"A mail that asks for your password is not from us. We never ask for it.",
] as const;

export default function Security() {
	return (
		<FeaturePage
			title="Locked before you ask"
			lead="Certificates, signed-in devices you can end, a domain lock that is on by default: the sensible choice is the one you find set."
			picture={<Padlock />}
			heading="How it is kept safe"
			features={features}
			action={{ href: "/pricing", label: "See the plans" }}
			also={{ href: "/status", label: "See what runs" }}
			closing={{
				title: "Sleep well",
				lead: "SSL, WHOIS privacy and the lock cost nothing. Scans and longer backups are add-ons with a price.",
			}}
		>
			<Section id="yours" title="What only you can do" beside>
				<ul className="dots max-w-measure text-lg">
					{yours.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</Section>
			<Section
				id="report"
				title="Found a weakness?"
				lead="Tell us before you tell others, and we thank you for it."
				raised
				beside
			>
				<p className="max-w-measure">
					Write to{" "}
					<a className="link" href={`mailto:${brand.emails.support}?subject=Security`}>
						{brand.emails.support}
					</a>{" "}
					with “Security” as the subject: what you did, what you saw, and how to see it again. Please use an account of
					your own, and leave other people&rsquo;s data alone.
				</p>
			</Section>
		</FeaturePage>
	);
}
