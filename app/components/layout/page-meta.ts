import { brand } from "~/brand";
import { publicPathOf } from "~/public-pages";
import { pageTitle } from "./page-title";

/**
 * Title, description and preview of a public page; page-address.tsx adds where it lives.
 * @param things what is on it, for search engines (schema.org)
 */
export function pageMeta(page: string, description: string, ...things: readonly object[]) {
	const title = pageTitle(page);
	return [
		{ title },
		{ name: "description", content: description },
		{ property: "og:title", content: title },
		{ property: "og:description", content: description },
		{ property: "og:site_name", content: brand.name },
		{ property: "og:type", content: "website" },
		{ property: "og:locale", content: "en_KE" },
		...things.map((thing) => ({ "script:ld+json": thing })),
	];
}

interface OfPage {
	readonly matches: readonly [{ readonly loaderData?: { readonly origin: string } }, ...unknown[]];
	readonly location: { readonly pathname: string };
}

/** The absolute address of a public page, from what its meta function is given. */
export function addressOf({ matches: [root], location }: OfPage): string {
	return `${root.loaderData?.origin ?? ""}${publicPathOf(location.pathname) ?? location.pathname}`;
}
