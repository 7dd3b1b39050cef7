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
		"Two-step sign-in, passkeys, a list of signed-in devices and a domain lock that is on by default. How we keep your account and domains safe.",
	);

const features = [
	{
		icon: "smartphone",
		title: "Two-step sign-in",
		text: "Add a code from your phone to your password, or sign in with a passkey: your fingerprint or face.",
	},
	{
		icon: "lock",
		title: "Domains locked",
		text: "The transfer lock is on until you turn it off. We email you when someone does.",
	},
	{
		icon: "eye-off",
		title: "WHOIS privacy",
		text: "Your address and phone number stay out of public records, free of charge.",
	},
	{
		icon: "key-round",
		title: "Passwords stored safely",
		text: "Hashed with Argon2id, never stored as plain text. You can see every signed-in device and sign it out.",
	},
	{
		icon: "file-text",
		title: "Activity log",
		text: "See who changed what and when. You can undo DNS changes.",
	},
	{
		icon: "shield-check",
		title: "Free SSL",
		text: "Every hosting plan gets its certificate when it is set up. Malware scanning and 30-day backups are add-ons.",
	},
] as const;

const customerTips = [
	"Use a password that you don't use anywhere else. It needs at least 10 characters, and a sentence is fine.",
	"Check the list of signed-in devices now and then, and sign out any you don't know.",
	"Keep the lock on. Turn it off only on the day you transfer a domain.",
	"We never ask for your password. An email that asks for it is not from us.",
] as const;

export default function Security() {
	return (
		<FeaturePage
			title="Secure from day one"
			lead="The domain lock is on from the start. Every account has two-step sign-in, passkeys and a list of signed-in devices, and you can sign out any of them."
			picture={<Padlock />}
			heading="How we keep you safe"
			features={features}
			action={{ href: href("/pricing"), label: "See the plans" }}
			also={{ href: href("/status"), label: "System status" }}
			callToAction={{
				title: "Safe from the start",
				lead: "The domain lock, WHOIS privacy, two-step sign-in and SSL are free.",
			}}
		>
			<Section id="yours" title="What you can do" beside>
				<ul className="dots max-w-measure text-lg">
					{customerTips.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</Section>
			<Section
				id="report"
				title="Found a security problem?"
				lead="Please tell us before you tell others."
				raised
				beside
			>
				<p className="max-w-measure">
					Write to{" "}
					<a className="link" href={`mailto:${brand.emails.support}?subject=Security`}>
						{brand.emails.support}
					</a>{" "}
					with “Security” as the subject. Tell us what you did, what you saw and how to reproduce it. Please use your
					own account and leave other people&rsquo;s data alone.
				</p>
			</Section>
		</FeaturePage>
	);
}
