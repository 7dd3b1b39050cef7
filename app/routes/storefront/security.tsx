import { href } from "react-router";
import { brand } from "~/brand";
import { Padlock } from "~/components/illustrations/padlock";
import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"How we keep names and sites safe",
		"Two-step sign-in and passkeys, devices you can sign out, a domain lock that is on by default: the careful choice is the one you find set.",
	);

const features = [
	{
		icon: "smartphone",
		title: "Two-step sign-in",
		text: "A code from your phone beside the password, or a passkey instead of it: your fingerprint, your face.",
	},
	{
		icon: "lock",
		title: "Domains locked",
		text: "The transfer lock is on until you take it off, and we mail you when somebody does.",
	},
	{
		icon: "eye-off",
		title: "WHOIS privacy",
		text: "Your address and phone number stay out of public records, free of charge.",
	},
	{
		icon: "key-round",
		title: "Passwords kept properly",
		text: "Stored with Argon2id, never in clear. Every device that is signed in is listed, and you can sign out each.",
	},
	{
		icon: "file-text",
		title: "A diary of your account",
		text: "Who changed what, and when. DNS changes can be taken back.",
	},
	{
		icon: "shield-check",
		title: "Free SSL",
		text: "The site of a plan has its certificate when it is set up. Malware scanning and 30-day backups are add-ons.",
	},
] as const;

const customerTips = [
	"Use a password here that you use nowhere else: 10 characters or more, and a sentence is fine.",
	"Look at the list of signed-in devices now and then, and end what you don’t know.",
	"Keep the lock on. Take it off on the day you transfer a name, not before.",
	"A mail that asks for your password is not from us. We never ask for it.",
] as const;

export default function Security() {
	return (
		<FeaturePage
			title="Locked before you ask"
			lead="A domain lock that is on from the first day. Two-step sign-in and passkeys with every account, and a list of signed-in devices where you end any of them."
			picture={<Padlock />}
			heading="How it is kept safe"
			features={features}
			action={{ href: href("/pricing"), label: "See the plans" }}
			also={{ href: href("/status"), label: "System status" }}
			callToAction={{
				title: "Sleep well",
				lead: "The lock, WHOIS privacy, two-step sign-in and SSL cost nothing.",
			}}
		>
			<Section id="yours" title="What only you can do" beside>
				<ul className="dots max-w-measure text-lg">
					{customerTips.map((line) => (
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
