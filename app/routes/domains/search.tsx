import { use } from "react";
import { data, href, redirect } from "react-router";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { clientContext, searchContext, servicesContext, viewerContext } from "~/context";
import { ExtensionTable } from "~/features/catalog/components/extension-table";
import { CartSummary } from "~/features/domains/components/cart-summary";
import { domainFaq, whyChoose } from "~/features/domains/components/domain-faq";
import { ExploreExtensions } from "~/features/domains/components/explore-extensions";
import { FindYourDomain } from "~/features/domains/components/find-your-domain";
import { SearchBox } from "~/features/domains/components/search-box";
import { SearchContext } from "~/features/domains/components/search-context";
import { SearchResults } from "~/features/domains/components/search-results";
import { withExtension } from "~/features/domains/domain-input";
import { parseSearch } from "~/features/domains/domain-name";
import { finishSearch, startSearch } from "~/features/domains/running-search";
import type { Currency } from "~/lib/money";
import { failureHeaders } from "~/lib/responses";
import { failureStatus } from "~/lib/result";
import type { Route } from "./+types/search";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [
	...pageMeta(
		loaderData?.query ? `${loaderData.query}: domain search` : "Search domain names",
		"Is your name available? Search .co.ke, .com and every other extension at once, with first-year and renewal prices in shillings.",
		...(loaderData?.query ? [] : [faqJsonLd(domainFaq)]),
	),
	...(loaderData?.query ? [{ name: "robots", content: "noindex" }] : []),
];

/** `view=full` waits for all results, for browsers without script. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const query = url.searchParams.get("q")?.trim() ?? "";
	const full = url.searchParams.get("view") === "full";
	const tld = url.searchParams.get("tld");
	// An extension chosen without script. Redirect to the complete name.
	if (tld !== null) throw redirect(searchAddress(withExtension(query, tld), full));
	const page = { query, problem: null, full, currency: "KES" as Currency };
	if (query === "") return { ...page, currency: await currencyOf(context) };
	const search = parseSearch(query);
	if (!search.ok) return data({ ...page, problem: search.error.message }, { status: 400 });
	const { domains, lookupLimits } = context.get(servicesContext);
	const asker = context.get(clientContext);
	const allowed = lookupLimits.take(asker, search.value.names.length);
	const running = startSearch(domains, search.value, { asker, signal: request.signal, allowed });
	if (full) {
		const counted = await allowed;
		const refusal = !counted.ok && {
			status: failureStatus[counted.error.kind],
			headers: failureHeaders(counted.error),
		};
		if (refusal) return data({ ...page, problem: counted.error.message }, refusal);
	}
	// The streamed page doesn't wait for the rate limit. Beyond the limit its results are `unknown`.
	context.set(searchContext, full ? await finishSearch(running, search.value) : running);
	return { ...page, currency: await currencyOf(context) };
}

/** The currency of the customer's account. Visitors and unavailable accounts get shillings. */
const currencyOf = (context: Route.LoaderArgs["context"]): Promise<Currency> =>
	context
		.get(viewerContext)
		.customer()
		.then(
			(customer) => customer?.currency ?? "KES",
			() => "KES",
		);

export default function SearchPage({ loaderData: { query, problem, full, currency } }: Route.ComponentProps) {
	const search = use(SearchContext);
	return (
		<>
			<div className={search ? "page-column grid gap-2 pt-2 pb-3 sm:pt-6" : "page-column grid gap-6 py-10 sm:py-14"}>
				<Heading level={1} dot className={search ? "sr-only" : undefined}>
					{search ? `Search for “${query}”` : "Find your name"}
				</Heading>
				<SearchBox query={query} problem={problem} search={search} />
				<p role="status" className="sr-only" data-search-status />
			</div>
			{search && !full && (
				<noscript>
					<meta httpEquiv="refresh" content={`0;url=${searchAddress(query, true)}`} />
				</noscript>
			)}
			{search ? (
				<SearchResults search={search} currency={currency}>
					<Explore />
				</SearchResults>
			) : (
				<>
					<div className="page-column pb-12">
						<FindYourDomain />
					</div>
					<Explore />
					<BeforeSearching currency={currency} />
				</>
			)}
			<CartSummary />
		</>
	);
}

const Explore = () => (
	<Section
		id="explore"
		title="Explore TLD Options"
		lead="Add an extension to your cart now and choose the name there."
		raised
	>
		<ExploreExtensions />
	</Section>
);

/** Search results already show prices. */
const BeforeSearching = ({ currency }: { currency: Currency }) => (
	<>
		<Section id="prices" title="What every extension costs" lead="First year and renewal, side by side.">
			<ExtensionTable currency={currency} />
		</Section>
		<Section id="why" title="Why Choose Us" raised>
			<FeatureGrid items={whyChoose} />
		</Section>
		<Section id="questions" title="Questions and answers" beside>
			<Faq items={domainFaq} />
		</Section>
	</>
);

const searchAddress = (query: string, full: boolean) =>
	`${href("/domains/search")}?q=${encodeURIComponent(query)}${full ? "&view=full" : ""}`;
