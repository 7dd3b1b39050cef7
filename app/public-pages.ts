import type { PagePath } from "~/lib/page-path";
import type { staticPaths } from "./static-paths";

/** What searchers are told about beside the static zone: the same for everybody, but not made at build time. */
type RenderedPath = Extract<PagePath, "/domains/search" | "/transfer" | "/status">;
export type PublicPath = (typeof staticPaths)[number] | RenderedPath;

/** Every page that wants to be found, with its name as a step on the way to it. */
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
	"/contact": "Contact",
	"/status": "System status",
	"/terms": "Terms and conditions",
	"/privacy": "Privacy",
};

export const publicPaths = Object.keys(publicPages) as readonly PublicPath[];

/** The public page at an address, with or without a slash at its end. */
export function publicPathOf(pathname: string): PublicPath | undefined {
	const path = pathname.replace(/\/+$/, "") || "/";
	return publicPaths.find((one) => one === path);
}

/** The public pages that lead to one, from the home page to itself. */
export function breadcrumbPaths(path: PublicPath): readonly PublicPath[] {
	return publicPaths.filter((one) => one === "/" || one === path || path.startsWith(`${one}/`));
}
