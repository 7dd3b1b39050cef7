import { organization } from "~/components/layout/organization";
import { pageMeta } from "~/components/layout/page-meta";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { EastAfricaMap } from "~/components/ui/east-africa-map";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { PlanGrid } from "~/features/catalog/components/plan-card";
import { PriceHighlights } from "~/features/catalog/components/price-highlights";
import { pricingPlans } from "~/features/catalog/pricing-plans";

export const handle = { hydrate: false };

export const meta = () => [
	...pageMeta(
		"Domains and hosting in Kenya",
		"Find a .co.ke or .com name from Ksh 500, pay with M-Pesa, and have hosting, e-mail and DNS running the same morning.",
	),
	{ "script:ld+json": organization },
];

const quickExtensions = ["co.ke", "com", "net", "org", "xyz", "ai", "io"];

const reasons = [
	{
		icon: "activity",
		title: "99.9% uptime, or credits",
		text: "A guarantee with a consequence: when we miss it, you get service credits.",
	},
	{
		icon: "headset",
		title: "People in Kenya, all week",
		text: "Our team answers seven days a week; on the phone Mon–Fri, 8am–6pm EAT.",
	},
	{
		icon: "rotate-ccw",
		title: "30 days to change your mind",
		text: "Not for you? Tell us within 30 days and you get your money back.",
	},
	{
		icon: "gauge",
		title: "Room to grow",
		text: "Upgrade at any time without downtime. Business and Professional plans carry as many websites as you like.",
	},
	{
		icon: "tag",
		title: "Renewal on the price tag",
		text: "First year and every further year stand side by side, in shillings, before you pay.",
	},
	{
		icon: "shield-check",
		title: "Privacy and SSL included",
		text: "WHOIS privacy, DNS management and forwarding come free with every name we register.",
	},
] as const;

const steps = [
	{ title: "Find your name", text: "Type it once. Every extension answers with its price, this year and next." },
	{
		title: "Pay with M-Pesa or a card",
		text: "Approve it on your phone. The name is registered as soon as the payment is in.",
	},
	{
		title: "Go online",
		text: "Point it at your site, or take hosting from us: mail, SSL and DNS wait in your dashboard.",
	},
];

export default function Home() {
	return (
		<>
			<div className="page-column grid items-center gap-8 pt-10 pb-12 sm:pt-16 sm:pb-20 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
				<div className="grid gap-6">
					<Heading level={1} size="xl" dot>
						Your name, online before&nbsp;lunch
					</Heading>
					<p className="max-w-measure text-lg text-muted">
						Find a domain, pay with M‑Pesa, and have hosting, e‑mail and DNS running the same morning. Prices in
						shillings, people on the phone.
					</p>
					<SearchForm extensions={quickExtensions} />
				</div>
				<EastAfricaMap className="mx-auto hidden w-full max-w-90 lg:block" />
			</div>

			<div className="page-column pb-16">
				<PriceHighlights />
			</div>

			<Section
				id="plans"
				title="Hosting plans"
				lead="By the month or by the year, and up or down whenever you like. Paid annually, Business brings a domain for the first year."
				raised
			>
				<PlanGrid plans={pricingPlans} term="annual" group="home-plans" shown={5} />
				<p>
					<a href="/pricing" className="link">
						Compare the plans, by the month or by the year
					</a>
				</p>
			</Section>

			<Section id="how" title="How it works">
				<ol className="grid gap-8 md:grid-cols-3 md:gap-10">
					{steps.map(({ title, text }, index) => (
						<li key={title} className="grid content-start gap-2">
							<p className="font-display text-3xl font-semibold text-lake" aria-hidden="true">
								{index + 1}
								<span className="text-sun">.</span>
							</p>
							<Heading level={3}>{title}</Heading>
							<p className="text-muted">{text}</p>
						</li>
					))}
				</ol>
			</Section>

			<Section id="why" title="Why people stay" raised>
				<FeatureGrid items={reasons} />
			</Section>

			<Section id="start" title="Start with the name" lead="Looking costs nothing, and takes a few seconds.">
				<div className="flex flex-wrap gap-3">
					<ButtonLink href="/domains/search">Search Domains</ButtonLink>
					<ButtonLink href="/hosting" variant="secondary">
						See hosting
					</ButtonLink>
					<ButtonLink href="/services" variant="secondary">
						Other services
					</ButtonLink>
				</div>
			</Section>
		</>
	);
}
