import { brand } from "~/brand";
import { publicPathOf } from "~/public-pages";
import { pageTitle } from "./page-title";

/**
 * Title, description and link preview of a public page. page-address.tsx adds its URL and image.
 * @param structuredData schema.org objects for search engines
 */
export function pageMeta(page: string, description: string, ...structuredData: readonly object[]) {
	const title = pageTitle(page);
	return [
		{ title },
		{ name: "description", content: description },
		{ property: "og:title", content: title },
		{ property: "og:description", content: description },
		{ property: "og:site_name", content: brand.name },
		{ property: "og:type", content: "website" },
		{ property: "og:locale", content: "en_KE" },
		...structuredData.map((item) => ({ "script:ld+json": item })),
	];
}

interface PageArgs {
	readonly matches: readonly [{ readonly loaderData?: { readonly origin: string } }, ...unknown[]];
	readonly location: { readonly pathname: string };
}

/** The absolute URL of a public page, from the arguments of its meta function. */
export function addressOf({ matches: [root], location }: PageArgs): string {
	return `${root.loaderData?.origin ?? ""}${publicPathOf(location.pathname) ?? location.pathname}`;
}
