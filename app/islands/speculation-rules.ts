import { staticPaths } from "../static-paths";

/** Pages that are the same for everybody and that change nothing by being asked for. */
const nextPages: readonly string[] = [...staticPaths, "/domains/search"];

/**
 * Lets the browser fetch a page as soon as a visitor points at a link to it (`moderate`). Fetched only, not rendered
 * ahead: these pages paint at once, and a phone has little memory and data to spare.
 * @param here the page that is shown
 */
export const speculationRules = (here: string) => ({
	prefetch: [
		{
			where: {
				href_matches: nextPages.filter((path) => path !== here).map((pathname) => ({ pathname, search: "" })),
			},
			eagerness: "moderate",
		},
	],
});
