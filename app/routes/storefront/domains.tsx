import { PageHero } from "~/components/layout/page-hero";
import { pageMeta } from "~/components/layout/page-meta";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { ExtensionTable } from "~/features/catalog/components/extension-table";
import { domainFaq, whyChoose } from "~/features/domains/components/domain-faq";
import { transferRules } from "~/features/domains/transfer-rules";

export const handle = { hydrate: false };

export const meta = () => [
	...pageMeta(
		"Domains",
		"Register a domain in minutes or move one to us: .co.ke from Ksh 500, .com from Ksh 1,750, with WHOIS privacy and DNS included.",
	),
	{ "script:ld+json": faqJsonLd(domainFaq) },
];

export default function Domains() {
	return (
		<>
			<PageHero
				title="A name of your own"
				lead="Search every extension at once. What is free is yours in minutes, with WHOIS privacy, DNS and forwarding included."
			>
				<SearchForm />
				<div className="flex flex-wrap gap-3">
					<ButtonLink href="/domains/search">Register a Domain</ButtonLink>
					<ButtonLink href="#transfer" variant="secondary">
						Transfer a Domain
					</ButtonLink>
				</div>
			</PageHero>

			<Section
				id="prices"
				title="What every extension costs"
				lead="First year and renewal, side by side. Tax is added in the cart."
				raised
			>
				<ExtensionTable />
			</Section>

			<Section id="why" title="Why choose us">
				<FeatureGrid items={whyChoose} />
			</Section>

			<Section
				id="transfer"
				title="Move your domain here"
				lead="You keep the time you have paid for, and a year is added."
				raised
			>
				<div className="grid gap-8 lg:grid-cols-2">
					<ul className="dots">
						{transferRules.map((rule) => (
							<li key={rule}>{rule}</li>
						))}
					</ul>
					<Card className="grid content-start gap-4">
						<Heading level={3}>Ready with the authorization code?</Heading>
						<p className="text-muted">Start the transfer; we keep you informed at every step.</p>
						<ButtonLink href="/transfer" className="justify-self-start">
							Transfer a Domain
						</ButtonLink>
					</Card>
				</div>
			</Section>

			<Section id="questions" title="Questions and answers">
				<Faq items={domainFaq} />
			</Section>
		</>
	);
}
