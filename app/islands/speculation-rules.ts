import type { PagePath } from "~/lib/page-path";
import { staticPaths } from "../static-paths";

/** Pages that are the same for every visitor and safe to request. */
const prefetchablePages = [...staticPaths, "/domains/search" satisfies PagePath].map((pathname) => ({
	pathname,
	search: "",
}));

const linksToThisPage = { selector_matches: '[href^="#"], [aria-current="page"]' };

/**
 * Speculation rules that prefetch a page when a visitor points at a link to it (`moderate`). No prerender: these pages
 * render fast, and phones have little memory and data. The text must be the same on every page, because the CSP of
 * prerendered pages allows it by hash.
 */
export const speculationRules = JSON.stringify({
	prefetch: [
		{ where: { and: [{ href_matches: prefetchablePages }, { not: linksToThisPage }] }, eagerness: "moderate" },
	],
});
