import type { PagePath } from "~/lib/page-path";

/**
 * Static pages that show prices. After a publish of the catalogue the Worker serves them with its prices
 * (workers/gates/published-pages.ts).
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

/** The first page of the help. The articles below it are rendered when they are first asked for. */
export const helpPath = "/help" satisfies PagePath;

/** Static pages with content that staff publish. wrangler.toml has them as `run_worker_first`. */
export const publishedPaths = [...pricePaths, helpPath] as const;

/** Static pages: rendered at build time and served as files, without React in the browser. */
export const staticPaths = [
	...publishedPaths,
	"/security",
	"/support",
	"/contact",
	"/privacy",
] as const satisfies readonly PagePath[];

/** Of these, the pages that show which hardware has sold out. */
export const stockPaths = ["/services"] as const satisfies readonly PagePath[];

const stockPathSet: ReadonlySet<string> = new Set(stockPaths);

export const isStockPath = (path: string): boolean => stockPathSet.has(path);

const pricePathSet: ReadonlySet<string> = new Set(pricePaths);

export const isPricePath = (path: string): boolean => pricePathSet.has(path);

/** The last part of an article's address. Null for other pages. */
export const articleSlugOf = (path: string): string | null =>
	path.startsWith(`${helpPath}/`) ? path.slice(helpPath.length + 1) : null;

const staticPathSet: ReadonlySet<string> = new Set(staticPaths);

/** Whether this is the address of a static page. A search of the help is rendered for each request. */
export const isStaticPage = ({ pathname, search }: { readonly pathname: string; readonly search: string }): boolean =>
	staticPathSet.has(pathname) && !(pathname === helpPath && new URLSearchParams(search).has("q"));
