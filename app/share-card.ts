import type { PublicPath } from "./public-pages";
import { staticPaths } from "./static-paths";

export const shareCardSize = { width: 1200, height: 630 } as const;

const fileOf = (path: string) => `/share/${path.slice(1).replaceAll("/", "-") || "home"}.png`;

/**
 * The share image of a page. scripts/share draws the images of static pages. Other pages use the image of the nearest
 * static page above them.
 */
export function shareCardOf(path: PublicPath): string {
	const withImage = staticPaths.filter((one) => one !== "/" && (path === one || path.startsWith(`${one}/`)));
	return fileOf(withImage[withImage.length - 1] ?? "/");
}
