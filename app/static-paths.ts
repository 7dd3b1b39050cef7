import type { PagePath } from "~/lib/page-path";

/** Pages of the static zone: rendered at build time, served as assets, without React in the browser. */
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
