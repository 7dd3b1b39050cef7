import { use } from "react";
import { data, href, redirect } from "react-router";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { clientContext, searchContext, servicesContext } from "~/context";
import { ExtensionTable } from "~/features/catalog/components/extension-table";
import { type BulkList, finishBulk, parseBulk, startBulk } from "~/features/domains/bulk-search.server";
import { BulkForm } from "~/features/domains/components/bulk-form";
import { BulkResults } from "~/features/domains/components/bulk-results";
import { CartSummary } from "~/features/domains/components/cart-summary";
import { domainFaq, whyChoose } from "~/features/domains/components/domain-faq";
import { ExploreExtensions } from "~/features/domains/components/explore-extensions";
import { FavouriteList } from "~/features/domains/components/favourite-list";
import { FindYourDomain } from "~/features/domains/components/find-your-domain";
import { SearchBox } from "~/features/domains/components/search-box";
import { SearchContext, type ShownSearch } from "~/features/domains/components/search-context";
import { SearchResults } from "~/features/domains/components/search-results";
import { withExtension } from "~/features/domains/domain-input";
import { parseSearch, type Search } from "~/features/domains/domain-name";
import type { Domains } from "~/features/domains/domains.server";
import { type RowOrder, rowOrder } from "~/features/domains/row-order";
import {
	finishSearch,
	type SearchContext as SearchOptions,
	startSearch,
} from "~/features/domains/running-search.server";
import { filteredExtensions, readFilter } from "~/features/domains/search-filter";
import { isPerson } from "~/lib/is-person";
import { isLiveForm } from "~/lib/live-form";
import type { Currency } from "~/lib/money";
import { failureHeaders } from "~/lib/responses";
import { failureStatus, ok } from "~/lib/result";
import { valueWithin } from "~/lib/with-timeout";
import { accountCurrency } from "~/middleware/account-currency";
import type { Route } from "./+types/search";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [
	...pageMeta(
		loaderData?.query ? `${loaderData.query}: domain search` : "Search domain names",
		"Is your name available? Search .co.ke, .com and every other extension at once, with first-year and renewal prices in shillings.",
		...(loaderData?.query ? [] : [faqJsonLd(domainFaq)]),
	),
	...(loaderData?.query || loaderData?.names ? [{ name: "robots", content: "noindex" }] : []),
];

/** Time for answers from the cache, so that a repeated search comes in one piece. No registry answers this fast. */
const firstPaintMs = 20;

/** `view=full` waits for all results, for browsers without script. */
export async function loader({ context, request, url: { searchParams } }: Route.LoaderArgs) {
	const query = searchParams.get("q")?.trim() ?? "";
	const names = searchParams.get("names")?.trim() ?? "";
	const full = searchParams.get("view") === "full";
	const filter = readFilter(searchParams);
	const tld = searchParams.get("tld");
	// An extension chosen without script. Redirect to the complete name.
	if (tld !== null) throw redirect(addressWith(searchParams, { q: withExtension(query, tld), tld: null }));
	const fullAddress = addressWith(searchParams, { view: "full" });
	const currency = accountCurrency(context);
	const page = { query, names, filter, fullAddress, problem: null, currency: "KES" as Currency };
	if (query === "" && names === "") return { ...page, currency: await currency };
	const list = query === "" ? parseBulk(names) : null;
	const search = list ? ok(list) : parseSearch(query, filteredExtensions(filter));
	if (!search.ok) return data({ ...page, problem: search.error.message }, { status: 400 });
	const { domains, lookupLimits, visitCounts, waitUntil } = context.get(servicesContext);
	const asker = context.get(clientContext);
	const allowed = lookupLimits.take(
		asker,
		search.value.names.map(({ ascii }) => ascii),
	);
	// Another filter is the same search.
	if (isPerson(request) && !isLiveForm(request))
		waitUntil(allowed.then((counted) => counted.ok && visitCounts.count("searches")));
	// Only the order by price depends on the currency. Other searches don't wait for it.
	const order = rowOrder(search.value.names, filter.sort, filter.sort ? await currency : "KES");
	const running = start(domains, search.value, { asker, signal: request.signal, allowed }, order);
	if (full) {
		const counted = await allowed;
		const refusal = !counted.ok && {
			status: failureStatus[counted.error.kind],
			headers: failureHeaders(counted.error),
		};
		if (refusal) return data({ ...page, problem: counted.error.message }, refusal);
	}
	// The streamed page doesn't wait for the rate limit. Beyond the limit its results are `unknown`.
	const finished = finish(running, order);
	context.set(searchContext, full ? await finished : ((await valueWithin(finished, firstPaintMs)) ?? running));
	return { ...page, currency: await currency };
}

function start(domains: Domains, wanted: Search | BulkList, options: SearchOptions, order: RowOrder): ShownSearch {
	if ("problems" in wanted) return { kind: "list", bulk: startBulk(domains, wanted.names, options), list: wanted };
	return { kind: "word", search: startSearch(domains, wanted, options, order) };
}

async function finish(shown: ShownSearch, order: RowOrder): Promise<ShownSearch> {
	if (shown.kind === "list") return { ...shown, bulk: await finishBulk(shown.bulk) };
	return { ...shown, search: await finishSearch(shown.search, order) };
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
	const { query, names, filter, fullAddress, problem, currency } = loaderData;
	const shown = use(SearchContext);
	const running = shown && (shown.kind === "word" ? shown.search.outcome : shown.bulk.available);
	return (
		<div className="flex flex-col">
			<div className={shown ? "page-column grid gap-2 pt-2 pb-3 sm:pt-6" : "page-column grid gap-6 py-10 sm:py-14"}>
				<Heading level={1} dot className={shown ? "sr-only" : undefined}>
					{shown ? "Search results" : "Find your name"}
				</Heading>
				<SearchBox query={query} problem={problem} running={running} currency={currency} />
				<p role="status" className="sr-only" data-search-status />
				{shown?.kind !== "word" && <BulkForm names={names} open={names !== "" && !shown} />}
			</div>
			<CartSummary />
			{running instanceof Promise && (
				<noscript>
					<meta httpEquiv="refresh" content={`0;url=${fullAddress}`} />
				</noscript>
			)}
			{shown?.kind === "word" && (
				<SearchResults search={shown.search} query={query} filter={filter} currency={currency}>
					<div className="page-column pb-12">
						<BulkForm names="" />
					</div>
					<Explore />
				</SearchResults>
			)}
			{shown?.kind === "list" && <BulkResults bulk={shown.bulk} list={shown.list} currency={currency} />}
			{!shown && (
				<>
					<div className="page-column pb-12">
						<FindYourDomain />
					</div>
					<Explore />
					<BeforeSearching currency={currency} />
				</>
			)}
			<FavouriteList />
		</div>
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
			<FeatureGrid items={whyChoose()} />
		</Section>
		<Section id="questions" title="Questions and answers" beside>
			<Faq items={domainFaq} />
		</Section>
	</>
);

/** The address of this page with other parameters. Null removes one. */
function addressWith(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
	const changed = new URLSearchParams(params);
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) changed.delete(name);
		else changed.set(name, value);
	}
	return `${href("/domains/search")}?${changed}`;
}
