import type { PagePath } from "~/lib/page-path";

/**
 * Static pages that show prices. wrangler.toml has them as `run_worker_first`: after a publish of the catalogue the Worker
 * serves them with its prices (workers/gates/price-pages.ts).
 */
export const pricePaths = [
	"/",
	"/domains",
	"/hosting",
	"/hosting/web",
	"/hosting/vps",
	"/hosting/reseller",
	"/pricing",
	"/services",
	"/scaling",
	"/developer",
	"/terms",
] as const satisfies readonly PagePath[];

/** Static pages: rendered at build time and served as files, without React in the browser. */
export const staticPaths = [
	...pricePaths,
	"/security",
	"/support",
	"/contact",
	"/privacy",
] as const satisfies readonly PagePath[];

const pricePathSet: ReadonlySet<string> = new Set(pricePaths);

export const isPricePath = (path: string): boolean => pricePathSet.has(path);
