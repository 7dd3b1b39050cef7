import type { PagePath } from "~/lib/page-path";

/** Static pages: rendered at build time and served as files, without React in the browser. */
export const staticPaths = [
	"/",
	"/domains",
	"/hosting",
	"/hosting/web",
	"/hosting/vps",
	"/hosting/reseller",
	"/pricing",
	"/services",
	"/security",
	"/scaling",
	"/developer",
	"/support",
	"/contact",
	"/terms",
	"/privacy",
] as const satisfies readonly PagePath[];
