import { brand } from "~/brand";
import { InForceSince, Letter, LetterSection } from "~/components/layout/letter";
import { pageMeta } from "~/components/layout/page-meta";
import { graceDays as closingDays } from "~/features/closing/closing";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Privacy: what we keep and why",
		"Which data we keep, why, where and for how long, and your rights under Kenya's Data Protection Act 2019.",
	);

/** Required content: Data Protection Act 2019 and the General Regulations 2021, reg. 4(1). */
export default function Privacy() {
	return (
		<Letter title="Privacy" lead={<InForceSince date="2026-11-21" />}>
			<LetterSection id="who" title="Who is responsible">
				<p>
					{brand.legalName}, {brand.address.street}, {brand.address.city}. Write to{" "}
					<a className="link" href={`mailto:${brand.emails.support}`}>
						{brand.emails.support}
					</a>{" "}
					about anything on this page. Under the Data Protection Act 2019 we are the controller of the data you give us
					and the processor of the data you store on our servers.
				</p>
			</LetterSection>
			<LetterSection id="what" title="What we keep, and why">
				<ul className="dots">
					<li>
						Your name, email address, country and, if you give them, phone, company and address: to run your account and
						write invoices (contract, tax law).
					</li>
					<li>
						Orders, invoices and payments, with the payment provider&rsquo;s receipt number: to deliver your order and
						for our accounts (contract, tax law). Card numbers never reach us. If you save a card, we keep its brand,
						last four digits, expiry date and our payment partner&rsquo;s token until you remove it. We charge it for
						renewals only if you chose it for them.
					</li>
					<li>Contact details of domain names: registries require them (contract).</li>
					<li>DNS records, and projects with their files and discussions: to provide these services (contract).</li>
					<li>
						Sign-ins with time, browser, country and city, and a list of changes in your account: so that you can see
						who used it (our interest in security, and yours).
					</li>
					<li>What you tell us by form, email or phone: to answer you (your request, or the contract).</li>
					<li>
						Your email address for news and offers, only if you turned them on in your account settings (your consent).
						Every such email has an unsubscribe link.
					</li>
				</ul>
				<p>
					Your cart stays in your browser until you order. Your browser sends its contents to us to calculate the total,
					and we don&rsquo;t keep them. We count how many searches, carts and checkouts there are each day, and nothing
					about who makes them. There is no advertising here and no tracking by others. We make no decisions with legal
					effect for you by automated means alone.
				</p>
			</LetterSection>
			<LetterSection id="cookies" title="Cookies and what your browser keeps">
				<p>
					One cookie keeps you signed in. It is a random number, deleted when you sign out. Another one carries a
					message such as “Saved” to the next page and is deleted within a minute. A third opens the control panel of a
					plan for half an hour. When you register, a fourth one remembers this browser for a week, so that the link we
					email you works here without your password. A fifth one only says for a day that your checkout was counted.
					Your browser&rsquo;s storage holds your cart and, while you are signed in, your name and email address, so
					that pages can greet you. None of them follows you to other sites.
				</p>
			</LetterSection>
			<LetterSection id="where" title="Who else sees it, and where">
				<p>
					Our site runs on Cloudflare&rsquo;s network, which has no databases in Africa, so your data leaves Kenya. We
					can&rsquo;t carry out your orders without that (contract). Your data is encrypted in transit and where it is
					stored. A risk remains: another country&rsquo;s law may protect your data less than the Act does, and a court
					there may order its disclosure.
				</p>
				<p>
					Registries get the contact details of a domain name. Payment providers get the details needed for a payment.
					Our email service gets the emails we send you, and the courier gets the delivery address of your hardware.
					WhatsApp sees what you write to us there. We don&rsquo;t sell your data to anyone.
				</p>
			</LetterSection>
			<LetterSection id="how-long" title="How long">
				<p>
					We keep your data as long as you have an account. If you close it in your settings, we delete your name,
					address, projects, history and saved cards {closingDays} days later. Tax law requires us to keep paid invoices
					for seven years, with a number in place of your name. We delete sign-ins when they end. We delete your
					messages to us, and the messages of payment providers about your payments, after two years.
				</p>
			</LetterSection>
			<LetterSection id="rights" title="Your rights">
				<p>
					You have the right to know what we keep and why, to see it, to have it corrected or deleted, to get a copy to
					take elsewhere, and to object to its use. You can do most of this in your account settings: correct your
					details, download all of your data or close the account. For anything else, write to us. It&rsquo;s free. We
					answer within seven days and provide a copy for another provider within thirty.
				</p>
				<p>
					You can withdraw your consent at any time. What we did before that stays lawful. If you don&rsquo;t give us
					the data an order needs, we can&rsquo;t carry it out. You can complain to the Office of the Data Protection
					Commissioner (
					<a className="link" href="https://www.odpc.go.ke/">
						odpc.go.ke
					</a>
					).
				</p>
			</LetterSection>
			<LetterSection id="breach" title="If something goes wrong">
				<p>
					If data is lost or stolen, we tell the Commissioner within 72 hours of learning of it. If it puts you at risk,
					we tell you as soon as we can: what happened, what it may lead to, what we did and what you can do.
				</p>
			</LetterSection>
		</Letter>
	);
}
