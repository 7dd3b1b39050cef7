import { brand } from "~/brand";
import { pageMeta } from "~/components/layout/page-meta";
import { Clause, Prose } from "~/components/layout/prose";
import { graceDays as closingDays } from "~/features/closing/closing";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Privacy: what we keep and why",
		"Which data we keep, why, for how long, where, and what you can ask of us under Kenya's Data Protection Act 2019.",
	);

/** Required content: Data Protection Act 2019 and the General Regulations 2021, reg. 4(1). */
export default function Privacy() {
	return (
		<Prose title="Privacy" updated="2026-11-21">
			<Clause id="who" title="Who is responsible">
				<p>
					{brand.legalName}, {brand.address.street}, {brand.address.city}. Write to{" "}
					<a className="link" href={`mailto:${brand.emails.support}`}>
						{brand.emails.support}
					</a>{" "}
					about anything on this page. Under the Data Protection Act 2019 we are the controller of what you give us, and
					the processor of what you keep on our servers.
				</p>
			</Clause>
			<Clause id="what" title="What we keep, and why">
				<ul className="dots">
					<li>
						Your name, email address, country and, if you give them, phone, company and address: to run your account and
						write invoices (contract, tax law).
					</li>
					<li>
						Orders, invoices and payments, with the payment provider&rsquo;s receipt number: to deliver and to keep
						books (contract, tax law). Card numbers never reach us: of a card that you save we keep its brand, the last
						four digits, the expiry and our payment partner&rsquo;s token, until you remove it; it pays renewals only
						where you chose it for them.
					</li>
					<li>Contacts of domain names: the registries require them (contract).</li>
					<li>DNS records, projects, their files and discussions: to do what you have us do with them (contract).</li>
					<li>
						Sign-ins with time, browser, country and city, and a list of what was changed in your account: so that you
						can see who used it (our interest in security, and yours).
					</li>
					<li>
						What you write to us, by a form, by mail or on the phone: to answer you (your request, or the contract).
					</li>
					<li>
						News and offers, only if you switched them on in your account settings (your consent; each such mail has a
						link that switches them off).
					</li>
				</ul>
				<p>
					Your cart stays in your browser until you order; to work out its total, its contents are sent to us and not
					kept. There is no advertising here and no tracking by others. No decision with legal effect for you is made by
					a machine alone.
				</p>
			</Clause>
			<Clause id="cookies" title="Cookies and what your browser keeps">
				<p>
					One cookie keeps you signed in: a random number, deleted when you sign out. Another one carries a line such as
					“Saved” to the next page and is gone within a minute; a third opens the control panel of a plan for half an
					hour. When you register, a fourth one tells for a week that it was in this browser, so that the link we mail
					you works here without your password. Your browser&rsquo;s own storage holds your cart and, while you are
					signed in, your name and email address, so that pages can greet you. None of them follows you to other sites.
				</p>
			</Clause>
			<Clause id="where" title="Who else sees it, and where">
				<p>
					This shop runs on Cloudflare&rsquo;s network, which keeps no database in Africa: your data leave Kenya.
					Without that we could carry out no order of yours (contract). They are encrypted on the way and where they are
					kept. The risk that remains: another country&rsquo;s law may protect them less than the Act does, and a court
					there may order that they be shown.
				</p>
				<p>
					Registries get the contacts of a domain name, payment providers what a payment needs, our mail service the
					mails we send you, whoever delivers hardware the address. WhatsApp sees what you write to us there. Nobody
					buys data from us.
				</p>
			</Clause>
			<Clause id="how-long" title="How long">
				<p>
					As long as you have an account. Close it in your settings, and {closingDays} days later your name, address,
					projects, history and saved cards are deleted; paid invoices stay for seven years, as tax law demands, with a
					number in place of your name. Sign-ins go when they end, what you wrote to us after two years.
				</p>
			</Clause>
			<Clause id="rights" title="Your rights">
				<p>
					You may be told what we keep and why, see it, have it corrected or deleted, get a copy to take elsewhere, and
					object to its use. Your account settings do most of it at once: correct your details, download all of your
					data, close the account. For the rest write to us; it costs nothing. We answer within seven days, and hand
					over a copy for another provider within thirty.
				</p>
				<p>
					You may withdraw consent at any time; what was done before stays lawful. If you don&rsquo;t want to give the
					data that an order needs, we can&rsquo;t carry it out. You may complain to the Office of the Data Protection
					Commissioner (
					<a className="link" href="https://www.odpc.go.ke/">
						odpc.go.ke
					</a>
					).
				</p>
			</Clause>
			<Clause id="breach" title="If something goes wrong">
				<p>
					If data are lost or stolen we tell the Commissioner within 72 hours of learning of it, and you as soon as we
					can when it puts you at risk: what happened, what it may lead to, what we did, and what you can do.
				</p>
			</Clause>
		</Prose>
	);
}
