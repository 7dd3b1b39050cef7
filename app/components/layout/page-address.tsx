import { useLocation } from "react-router";
import { brand } from "~/brand";
import { breadcrumbPaths, type PublicPath, publicPages, publicPathOf } from "~/public-pages";
import { shareCardOf, shareCardSize } from "~/share-card";

/** Canonical URL, share image and breadcrumbs of a public page. */
export function PageAddress({ origin }: { origin: string }) {
	const { pathname, search } = useLocation();
	const path = publicPathOf(pathname);
	if (!path) return null;
	const address = `${origin}${path}`;
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
			{path !== "/" && <script type="application/ld+json">{JSON.stringify(breadcrumbs(path, origin))}</script>}
		</>
	);
}

const breadcrumbs = (path: PublicPath, origin: string) => ({
	"@context": "https://schema.org",
	"@type": "BreadcrumbList",
	itemListElement: breadcrumbPaths(path).map((step, index) => ({
		"@type": "ListItem",
		position: index + 1,
		name: publicPages[step],
		item: `${origin}${step}`,
	})),
});
