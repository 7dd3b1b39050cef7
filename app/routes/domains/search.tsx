import { useEffect } from "react";
import { data, href, redirect } from "react-router";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { clientContext, servicesContext } from "~/context";
import { useAccountCurrency } from "~/features/cart/use-account-currency";
import { ExtensionTable } from "~/features/catalog/components/extension-table";
import { CartSummary } from "~/features/domains/components/cart-summary";
import { domainFaq, whyChoose } from "~/features/domains/components/domain-faq";
import { ExploreExtensions } from "~/features/domains/components/explore-extensions";
import { FindYourDomain } from "~/features/domains/components/find-your-domain";
import { SearchBox } from "~/features/domains/components/search-box";
import { SearchResults } from "~/features/domains/components/search-results";
import { useSearchProgress } from "~/features/domains/components/use-search-progress";
import { withExtension } from "~/features/domains/domain-input";
import { parseSearch } from "~/features/domains/domain-name";
import { finishSearch, startSearch } from "~/features/domains/running-search";
import { toast } from "~/islands/toast";
import { failureHeaders } from "~/lib/responses";
import { failureStatus } from "~/lib/result";
import type { Route } from "./+types/search";

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
	if (query === "") return { query, problem: null, search: null, full };
	const search = parseSearch(query);
	if (!search.ok) return data({ query, problem: search.error.message, search: null, full }, { status: 400 });
	const { domains, lookupLimits } = context.get(servicesContext);
	const asker = context.get(clientContext);
	const allowed = lookupLimits.take(asker, search.value.names.length);
	const running = startSearch(domains, search.value, { asker, signal: request.signal, allowed });
	// The streamed page doesn't wait for the rate limit. Beyond the limit its results are `unknown`.
	if (!full) return { query, problem: null, search: running, full };
	const counted = await allowed;
	if (counted.ok) return { query, problem: null, search: await finishSearch(running), full };
	const refusal = { status: failureStatus[counted.error.kind], headers: failureHeaders(counted.error) };
	return data({ query, problem: counted.error.message, search: null, full }, refusal);
}

export default function SearchPage({ loaderData: { query, problem, search, full } }: Route.ComponentProps) {
	const { done, free, total } = useSearchProgress(search);
	useEffect(() => {
		if (problem) toast(problem, "error");
	}, [problem]);

	return (
		<>
			<div className="page-column grid gap-6 py-10 sm:py-14">
				<Heading level={1} dot>
					Find your name
				</Heading>
				<SearchBox query={query} problem={problem} isRunning={!done} />
				<p role="status" className="sr-only">
					{total > 0 && (done ? `Search finished: ${free} of ${total} names are available.` : "Searching...")}
				</p>
			</div>
			{search && !full && (
				<noscript>
					<meta httpEquiv="refresh" content={`0;url=${searchAddress(query, true)}`} />
				</noscript>
			)}
			{search && <SearchResults key={query} search={search} />}
			{!search && (
				<div className="page-column pb-12">
					<FindYourDomain />
				</div>
			)}
			<Section
				id="explore"
				title="Explore TLD Options"
				lead="Add an extension to your cart now and choose the name there."
				raised
			>
				<ExploreExtensions />
			</Section>
			{/* Search results already show prices. */}
			{!search && <BeforeSearching />}
			<CartSummary />
		</>
	);
}

function BeforeSearching() {
	const currency = useAccountCurrency();
	return (
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
}

const searchAddress = (query: string, full: boolean) =>
	`${href("/domains/search")}?q=${encodeURIComponent(query)}${full ? "&view=full" : ""}`;
