import { brand } from "~/brand";
import { pageTitle } from "./page-title";

/** Title, description and preview of a public page. */
export function pageMeta(page: string, description: string) {
	const title = pageTitle(page);
	return [
		{ title },
		{ name: "description", content: description },
		{ property: "og:title", content: title },
		{ property: "og:description", content: description },
		{ property: "og:site_name", content: brand.name },
		{ property: "og:type", content: "website" },
	];
}
