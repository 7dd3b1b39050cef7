import type { PublicPath } from "./public-pages";
import { staticPaths } from "./static-paths";

export const shareCardSize = { width: 1200, height: 630 } as const;

const fileOf = (path: string) => `/share/${path.slice(1).replaceAll("/", "-") || "home"}.png`;

/**
 * The picture that goes with a link to a page. Those of the static zone are drawn from the built pages
 * (scripts/share); a page of the app zone borrows that of the page above it.
 */
export function shareCardOf(path: PublicPath): string {
	const drawn = staticPaths.filter((one) => one !== "/" && (path === one || path.startsWith(`${one}/`)));
	return fileOf(drawn.at(-1) ?? "/");
}
