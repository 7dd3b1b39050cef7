import { href } from "react-router";
import { maxTypedName } from "~/components/forms/domain-field";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { DomainSetup } from "~/features/cart/components/domain-setup";
import { NamesInCart } from "~/features/cart/components/names-in-cart";
import { namesWithoutPlan, type Setup, setups } from "~/features/cart/domain-setup";
import { termName } from "~/features/catalog/catalog";
import { chosenPlan, plansPage } from "~/features/catalog/chosen-plan";
import { toUnicode } from "~/features/domains/to-unicode";
import { transferRules } from "~/features/domains/transfer-rules";
import type { Currency } from "~/lib/money";
import { accountCurrency } from "~/middleware/account-currency";
import { cartOf, setUpDomain } from "~/middleware/cart";
import type { Route } from "./+types/select-domain";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Set Up Your Domain") },
	{ name: "description", content: "Register, transfer or connect the domain for your hosting plan." },
	{ name: "robots", content: "noindex" },
];

/** `?plan=` and `?term=` select the plan, `?setup=` the tab. Unknown values fall back to the default. `?domain=` is filled in. */
function chosen({ searchParams }: URL, currency?: Currency) {
	const requestedSetup = searchParams.get("setup");
	const setup: Setup = setups.find((one) => one === requestedSetup) ?? "register";
	return { ...chosenPlan(searchParams.get("plan"), searchParams.get("term"), currency), setup };
}

export async function loader({ url, request, context }: Route.LoaderArgs) {
	const { plan, item, price, terms, setup } = chosen(url, await accountCurrency(context));
	return {
		plan: { id: plan.id, description: plan.description, freeDomain: plan.freeDomain === true },
		item,
		price,
		terms,
		setup,
		domain: url.searchParams.get("domain")?.slice(0, maxTypedName) ?? "",
		names: namesWithoutPlan(cartOf(request).cart).map((name) => ({ name, shown: toUnicode(name) })),
		back: plansPage(plan),
	};
}

export function action({ url, request, context }: Route.ActionArgs) {
	const { item, setup } = chosen(url);
	return setUpDomain({ request, context }, { setup, plan: item, next: href("/checkout") });
}

const tabs: Record<Setup, string> = {
	register: "Register New Domain",
	transfer: "Transfer Domain",
	existing: "Use Existing Domain",
};

const tabLook =
	"-mb-px flex min-h-11 items-center whitespace-nowrap border-b-2 px-3 font-medium no-underline -outline-offset-3";
const currentTab = "border-lake text-ink [scroll-initial-target:nearest]";

export default function SelectDomain({ loaderData, actionData }: Route.ComponentProps) {
	const { plan, item, price, terms, setup, names, back } = loaderData;
	const domain = actionData?.values?.domain ?? loaderData.domain;
	const address = (change: { term?: string; setup?: Setup }) => {
		const query = { plan: plan.id, term: item.term ?? "", setup, ...(domain && { domain }), ...change };
		return `${href("/select-domain")}?${new URLSearchParams(query)}`;
	};

	return (
		<div className="page-column grid gap-8 py-10 sm:py-16">
			<ButtonLink href={back} variant="secondary" size="sm" className="justify-self-start">
				<Icon name="arrow-left" /> Back to Plans
			</ButtonLink>
			<Heading level={1} dot>
				Set Up Your Domain
			</Heading>
			<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
				<Card as="section" chosen className="grid gap-3 pt-8 sm:pt-9" aria-label="Selected plan">
					<p className="text-sm text-muted">Selected plan</p>
					<Heading level={2} size="sm">
						{item.name}
					</Heading>
					<Price money={price} per={item.term && termName[item.term]} size="xl" />
					<p className="text-muted">{plan.description}</p>
					{terms.length > 1 && (
						<nav aria-label="Billing" className="flex flex-wrap gap-2">
							{terms.map((term) => (
								<TermLink key={term} to={address({ term })} chosen={term === item.term}>
									{term === "annual" ? "Paid annually" : "Paid monthly"}
								</TermLink>
							))}
						</nav>
					)}
					{plan.freeDomain && (
						<p className="text-sm font-semibold text-lake">
							{item.term === "annual"
								? "The first year of one new domain is free with this plan."
								: "Pay annually and the first year of one new domain is free."}
						</p>
					)}
				</Card>

				<Card as="section" className="grid content-start gap-6" aria-label="Domain">
					{names.length > 0 && <NamesInCart names={names} />}
					<nav aria-label="Kind of domain" className="fading-ends -mx-1 overflow-x-auto px-1">
						<ul className="flex w-max min-w-full gap-1 border-b border-line">
							{setups.map((one) => (
								<li key={one}>
									<a
										href={address({ setup: one })}
										data-carry="domain"
										aria-current={one === setup ? "page" : undefined}
										className={cx(tabLook, one === setup ? currentTab : "border-transparent text-muted hover:text-ink")}
									>
										{tabs[one]}
									</a>
								</li>
							))}
						</ul>
					</nav>
					<DomainSetup setup={setup} domain={domain} action="Continue to Checkout" answer={actionData} />
					{setup === "transfer" && (
						<ul className="dots max-w-measure text-muted">
							{transferRules.map((rule) => (
								<li key={rule}>{rule}</li>
							))}
						</ul>
					)}
					{setup === "existing" && (
						<p className="max-w-measure text-muted">
							We'll email you the nameservers to enter at your registrar. DNS changes take up to 48 hours.
						</p>
					)}
					{setup === "register" && (
						<p className="max-w-measure text-muted">
							We check that the name is available before it goes into your cart. WHOIS privacy, DNS management and
							forwarding are free.
						</p>
					)}
				</Card>
			</div>
		</div>
	);
}

function TermLink({ to, chosen, children }: { to: string; chosen: boolean; children: React.ReactNode }) {
	return (
		<a
			href={to}
			data-carry="domain"
			aria-current={chosen ? "true" : undefined}
			className={cx(
				"inline-flex min-h-11 items-center rounded-full border px-4 font-semibold transition-colors sm:px-5",
				chosen ? "border-ink bg-ink text-paper" : "border-edge/50 bg-surface hover:border-ink",
			)}
		>
			{children}
		</a>
	);
}
