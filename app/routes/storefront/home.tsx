import { href } from "react-router";
import { brand } from "~/brand";
import { EastAfricaMap } from "~/components/illustrations/east-africa-map";
import { CallToAction } from "~/components/layout/call-to-action";
import { organization } from "~/components/layout/organization";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { PayWith } from "~/components/layout/payment-marks";
import { SearchForm } from "~/components/layout/search-form";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { PromiseStrip } from "~/components/ui/promise-strip";
import { FirstYear } from "~/features/cart/components/first-year";
import { CommonFeatures, PlanGrid } from "~/features/catalog/components/plan-card";
import { PriceHighlights } from "~/features/catalog/components/price-highlights";
import { domainPrice } from "~/features/catalog/domain-prices";
import { pricingPlans } from "~/features/catalog/pricing-plans";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/home";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Domains and hosting in Kenya",
		`Find a .co.ke name from ${formatMoney(domainPrice("co.ke"))}, pay with M-Pesa, and have hosting, email and DNS running the same morning.`,
		organization(addressOf(args)),
	);

const quickExtensions = ["co.ke", "com", "org", "xyz", "ai", "io"];

const included = ["M‑Pesa or card", "WHOIS privacy free", "Renewal price up front"];

const promises = [
	{ figure: "99.9%", text: "uptime guaranteed, with service credits if we miss it" },
	{ figure: "30 days", text: "money-back guarantee on hosting" },
	{ figure: "Mon–Sun", text: `support seven days a week from our team in Kenya. Phone: ${brand.phoneHours}` },
	{ figure: "Ksh 0", text: "for WHOIS privacy, DNS management and forwarding" },
] as const;

const steps = [
	{ title: "Find your name", text: "Type it once to see every extension with its first-year and renewal price." },
	{
		title: "Pay with M‑Pesa or a card",
		text: "Approve it on your phone. We register the name as soon as you've paid.",
	},
	{
		title: "Go online",
		text: "Point it at your site or host with us. Email, SSL and DNS are in your dashboard.",
	},
];

const audiences = [
	{
		title: "You have a shop in Kisumu",
		text: "You want a website and email at the name on your signboard, and a till that prints receipts. You pay from your phone and call us if you get stuck.",
		links: [
			{ href: href("/domains"), label: "Find a name" },
			{ href: href("/hosting/web"), label: "Web hosting" },
			{ href: href("/services"), label: "Tills and printers" },
		],
	},
	{
		title: "You write software in Nairobi",
		text: "You want root access on your own server, DNS changes you can undo, a streaming availability API and renewal prices without surprises.",
		links: [
			{ href: href("/hosting/vps"), label: "VPS hosting" },
			{ href: href("/developer"), label: "For developers" },
			{ href: href("/hosting/reseller"), label: "Sell hosting yourself" },
		],
	},
] as const;

export default function Home() {
	return (
		<>
			<div className="page-column grid items-center gap-8 pt-10 pb-12 sm:pt-16 sm:pb-20 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
				<div className="grid gap-6">
					<Heading level={1} size="xl" dot>
						Your name, online before&nbsp;lunch
					</Heading>
					<p className="max-w-measure text-lg text-muted">
						Find a domain, pay with M‑Pesa, and have hosting, email and DNS running the same morning. Prices in
						shillings, people on the phone.
					</p>
					<SearchForm extensions={quickExtensions} />
					<ul className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
						{included.map((text) => (
							<li key={text} className="flex items-center gap-2">
								<Icon name="check" className="flex-none text-lake" />
								{text}
							</li>
						))}
					</ul>
				</div>
				<EastAfricaMap className="mx-auto hidden w-full max-w-90 lg:block" />
			</div>

			<div className="page-column grid gap-12 pb-16">
				<div className="grid gap-6">
					<PriceHighlights />
					{/* Phones show the marks in the footer only. */}
					<div className="max-sm:hidden">
						<PayWith />
					</div>
				</div>
				<PromiseStrip items={promises} />
			</div>

			<Section id="plans" title="Hosting plans" lead="Start small and upgrade at any time without downtime." raised>
				<PlanGrid plans={pricingPlans} term="annual" group="home-plans" onlyDifferences />
				<CommonFeatures plans={pricingPlans} />
				<p className="max-w-measure text-muted">
					<a href={href("/pricing")} className="link">
						Compare the plans
					</a>
					, monthly or yearly. Our{" "}
					<a href={href("/hosting/web")} className="link">
						web hosting
					</a>{" "}
					plans Business and Professional include unlimited websites. Pay annually and they include a free domain for
					the first year.
				</p>
			</Section>

			<Section
				id="first-year"
				title="What a first year costs"
				lead="A shop in Kisumu with one domain and one website. The total includes tax and shipping, and you can see what the second year costs."
				beside
			>
				<FirstYear level={3} />
			</Section>

			<Section id="how" title="How it works" raised>
				<ol className="grid gap-6 md:grid-cols-3 md:gap-10">
					{steps.map(({ title, text }, index) => (
						<li
							key={title}
							className="grid grid-cols-[2.5rem_minmax(0,1fr)] content-start items-baseline gap-x-2 gap-y-1 md:grid-cols-1 md:gap-2"
						>
							<p
								className="row-span-2 font-display text-2xl font-semibold text-lake md:row-span-1 md:text-3xl"
								aria-hidden="true"
							>
								{index + 1}
								<span className="text-sun">.</span>
							</p>
							<Heading level={3}>{title}</Heading>
							<p className="text-muted">{text}</p>
						</li>
					))}
				</ol>
			</Section>

			<Section id="who" title="Two people we built this for">
				<div className="grid gap-10 md:grid-cols-2">
					{audiences.map(({ title, text, links }) => (
						<div key={title} className="grid content-start gap-3 border-t-2 border-ink pt-5">
							<Heading level={3} size="md">
								{title}
							</Heading>
							<p className="max-w-measure text-muted">{text}</p>
							<ul className="flex flex-wrap gap-x-6">
								{links.map(({ href, label }) => (
									<li key={href}>
										<a href={href} className="link-alone font-semibold">
											{label}
										</a>
									</li>
								))}
							</ul>
						</div>
					))}
				</div>
			</Section>

			<CallToAction title="Start with the name" lead="Searching is free and takes a few seconds.">
				<ButtonLink href={href("/domains/search")} variant="onBand">
					Search Domains
				</ButtonLink>
				<ButtonLink href={href("/hosting")} variant="onBandQuiet">
					See hosting
				</ButtonLink>
				<ButtonLink href={href("/services")} variant="onBandQuiet">
					Other services
				</ButtonLink>
			</CallToAction>
		</>
	);
}
