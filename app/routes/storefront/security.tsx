import { href } from "react-router";
import { brand } from "~/brand";
import { Padlock } from "~/components/illustrations/padlock";
import { Letter, LetterSection } from "~/components/layout/letter";
import { pageMeta } from "~/components/layout/page-meta";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"How we keep names and sites safe",
		"Two-step sign-in, passkeys, a list of signed-in devices and a domain lock that is on by default. How we keep your account and domains safe.",
	);

const customerTips = [
	"Use a password that you don't use anywhere else. It needs at least 10 characters, and a sentence is fine.",
	"Check the list of signed-in devices now and then, and sign out any you don't know.",
	"Keep the lock on. Turn it off only on the day you transfer a domain.",
	"We never ask for your password. An email that asks for it is not from us.",
] as const;

export default function Security() {
	return (
		<Letter
			title="Secure from day one"
			lead="The domain lock, WHOIS privacy, two-step sign-in and SSL are free, and the lock is on from the start."
			picture={<Padlock />}
		>
			<LetterSection id="account" title="Your account">
				<p>
					Add a code from your phone to your password, or sign in with a passkey: your fingerprint or face. You can see
					every signed-in device and sign it out. Passwords are hashed with Argon2id and never stored as plain text.
				</p>
			</LetterSection>
			<LetterSection id="domains" title="Your domains">
				<p>
					The transfer lock is on until you turn it off, and we email you when someone does. Your address and phone
					number stay out of public WHOIS records. The activity log shows who changed what and when, and you can undo
					DNS changes.
				</p>
			</LetterSection>
			<LetterSection id="sites" title="Your websites">
				<p>
					Every hosting plan gets its SSL certificate when it is set up. Malware scanning and 30-day backups are{" "}
					<a className="link" href={`${href("/pricing")}#addons`}>
						add-ons
					</a>
					.
				</p>
			</LetterSection>
			<LetterSection id="yours" title="What you can do">
				<ul className="dots">
					{customerTips.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</LetterSection>
			<LetterSection id="report" title="Found a problem?">
				<p>
					Please tell us about security problems before you tell others. Write to{" "}
					<a className="link" href={`mailto:${brand.emails.support}?subject=Security`}>
						{brand.emails.support}
					</a>{" "}
					with “Security” as the subject. Tell us what you did, what you saw and how to reproduce it. Please use your
					own account and leave other people&rsquo;s data alone.
				</p>
			</LetterSection>
		</Letter>
	);
}
