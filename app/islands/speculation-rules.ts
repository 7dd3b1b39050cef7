import type { PagePath } from "~/lib/page-path";
import { staticPaths } from "../static-paths";

/** Pages that are the same for everybody and that change nothing by being asked for. */
const nextPages = [...staticPaths, "/domains/search" satisfies PagePath].map((pathname) => ({ pathname, search: "" }));

const ownParts = { selector_matches: '[href^="#"], [aria-current="page"]' };

/**
 * Lets the browser fetch a page as soon as a visitor points at a link to it (`moderate`). Fetched only, not rendered
 * ahead: these pages paint at once, and a phone has little memory and data to spare. The same text on every page,
 * because the content security policy of built pages knows it by its hash.
 */
export const speculationRules = JSON.stringify({
	prefetch: [{ where: { and: [{ href_matches: nextPages }, { not: ownParts }] }, eagerness: "moderate" }],
});
