import { href } from "react-router";
import { Matatu } from "~/components/illustrations/matatu";
import { PageHero } from "~/components/layout/page-hero";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { ExtensionTable } from "~/features/catalog/components/extension-table";
import { domainPrice, transferPrice } from "~/features/catalog/domain-prices";
import { extensionsJsonLd } from "~/features/catalog/json-ld";
import { domainFaq, whyChoose } from "~/features/domains/components/domain-faq";
import { transferRules } from "~/features/domains/transfer-rules";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/domains";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Domain names: .co.ke, .com and more",
		`Register a domain in minutes or move one to us: .co.ke from ${formatMoney(domainPrice("co.ke"))}, .com from ${formatMoney(domainPrice("com"))}, with WHOIS privacy and DNS included.`,
		extensionsJsonLd(addressOf(args)),
		faqJsonLd(domainFaq),
	);

export default function Domains() {
	return (
		<>
			<PageHero
				title="A name of your own"
				lead="Search every extension at once. Register an available name for 1 to 10 years, with WHOIS privacy, DNS management and forwarding included."
				aside={<Matatu />}
			>
				<SearchForm extensions={["co.ke", "com", "net", "org", "xyz", "ai", "io"]} />
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={href("/domains/search")}>Register Domain</ButtonLink>
					<ButtonLink href="#transfer" variant="secondary">
						Transfer a Domain
					</ButtonLink>
				</div>
			</PageHero>

			<Section
				id="prices"
				title="What every extension costs"
				lead="First-year and renewal prices in shillings. Tax is added in the cart."
				raised
			>
				<ExtensionTable />
			</Section>

			<Section id="why" title="Why choose us">
				<FeatureGrid items={whyChoose()} />
			</Section>

			<Section
				id="transfer"
				title="Move your domain here"
				lead={`A transfer of a .co.ke name costs ${formatMoney(transferPrice("co.ke"))}, of a .com name ${formatMoney(transferPrice("com"))}. You keep the time you've paid for and get an extra year.`}
				raised
			>
				<ul className="dots max-w-measure">
					{transferRules.map((rule) => (
						<li key={rule}>{rule}</li>
					))}
				</ul>
				<ButtonLink href={href("/transfer")} className="justify-self-start">
					Transfer a Domain
				</ButtonLink>
			</Section>

			<Section id="questions" title="Questions and answers" beside>
				<Faq items={domainFaq} />
			</Section>
		</>
	);
}
