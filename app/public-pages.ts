import type { PagePath } from "~/lib/page-path";
import type { staticPaths } from "./static-paths";

/** Public pages that are rendered per request but are the same for every visitor. */
type RenderedPath = Extract<PagePath, "/domains/search" | "/transfer" | "/status">;
export type PublicPath = (typeof staticPaths)[number] | RenderedPath;

/** All pages for search engines, with their names in breadcrumbs. */
export const publicPages: Readonly<Record<PublicPath, string>> = {
	"/": "Home",
	"/domains": "Domains",
	"/domains/search": "Search domains",
	"/transfer": "Transfer a domain",
	"/hosting": "Hosting",
	"/hosting/web": "Web hosting",
	"/hosting/vps": "VPS hosting",
	"/hosting/reseller": "Reseller hosting",
	"/pricing": "Pricing",
	"/services": "Services and hardware",
	"/security": "Security",
	"/scaling": "Scaling",
	"/developer": "Developers",
	"/support": "Support",
	"/help": "Help",
	"/contact": "Contact",
	"/status": "System status",
	"/terms": "Terms and conditions",
	"/privacy": "Privacy",
};

export const publicPaths = Object.keys(publicPages) as readonly PublicPath[];

/** The public page of a path, which may end with a slash. Undefined for other paths. */
export function publicPathOf(pathname: string): PublicPath | undefined {
	const path = pathname.replace(/\/+$/, "") || "/";
	return publicPaths.find((one) => one === path);
}

/** The breadcrumbs of a page, from the home page to the page itself. */
export function breadcrumbPaths(path: PublicPath): readonly PublicPath[] {
	return publicPaths.filter((one) => one === "/" || one === path || path.startsWith(`${one}/`));
}
