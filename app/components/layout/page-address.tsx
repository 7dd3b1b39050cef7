import { useLocation, useMatches } from "react-router";
import { brand } from "~/brand";
import { breadcrumbPaths, publicPages, publicPathOf } from "~/public-pages";
import { shareCardOf, shareCardSize } from "~/share-card";

/**
 * Canonical URL, share image and breadcrumbs of a public page, or of a page below one whose loader returns its name as
 * `crumb`.
 */
export function PageAddress({ origin }: { origin: string }) {
	const { pathname, search } = useLocation();
	const [match] = useMatches().slice(-1);
	const leaf = match?.loaderData as { readonly crumb?: string } | null | undefined;
	const own = publicPathOf(pathname);
	const path = own ?? (leaf?.crumb ? publicPathOf(pathname.replace(/\/[^/]*$/, "")) : undefined);
	if (!path) return null;
	const address = `${origin}${own ?? pathname}`;
	const steps = breadcrumbPaths(path).map((step) => ({ name: publicPages[step], item: `${origin}${step}` }));
	if (!own && leaf?.crumb) steps.push({ name: leaf.crumb, item: address });
	// Search results are not a separate page for search engines.
	const isSearchResult = new URLSearchParams(search).has("q");
	return (
		<>
			{!isSearchResult && <link rel="canonical" href={address} />}
			<meta property="og:url" content={address} />
			<meta property="og:image" content={`${origin}${shareCardOf(path)}`} />
			<meta property="og:image:type" content="image/png" />
			<meta property="og:image:width" content={String(shareCardSize.width)} />
			<meta property="og:image:height" content={String(shareCardSize.height)} />
			<meta property="og:image:alt" content={`${brand.name}: ${publicPages[path]}`} />
			<meta name="twitter:card" content="summary_large_image" />
			{path !== "/" && <script type="application/ld+json">{dataBlock(breadcrumbs(steps))}</script>}
		</>
	);
}

/** JSON for a script element, whose text must not end it. */
const dataBlock = (value: object): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const breadcrumbs = (steps: readonly { readonly name: string; readonly item: string }[]) => ({
	"@context": "https://schema.org",
	"@type": "BreadcrumbList",
	itemListElement: steps.map((step, index) => ({ "@type": "ListItem", position: index + 1, ...step })),
});
