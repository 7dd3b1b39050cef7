import { staticPaths } from "../../app/static-paths.ts";

const kilobyte = 1024;

/** Lighthouse's mobile categories, for every page before the portal. */
const all = { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 };

/** Highest largest contentful paint, divided by that of the same page without script. */
const paintRatio = 1.1;

const staticPage = (path) => ({
	path,
	zone: "static",
	script: 8 * kilobyte,
	bytes: 60 * kilobyte,
	roundTrips: 0,
	lighthouse: all,
	paintRatio,
});
/** A page that the Worker renders, without React in the browser. */
const shopPage = (path, more) => ({
	path,
	zone: "shop",
	script: 15 * kilobyte,
	bytes: 90 * kilobyte,
	files: 12,
	roundTrips: 0,
	lighthouse: all,
	paintRatio,
	serverRatio: 2.5,
	...more,
});
const portalPage = (path) => ({
	path,
	zone: "portal",
	script: 135 * kilobyte,
	files: 25,
	roundTrips: 1,
	signedIn: true,
});

/** The cart's cookie with a domain, and with a plan too. */
const domainInCart = "1|d:fresh-bench.co.ke||";
const twoItems = "1|d:fresh-bench.co.ke!pa:shared-pro||";

/**
 * Budgets per page: compressed bytes of script and in total, D1 round trips, Lighthouse scores, paint and server time.
 * `label` names a page in another state. samples.mjs replaces `:unpaid`, `:order` and `:reset`.
 */
export const pages = [
	...staticPaths.map(staticPage),
	// An article, which the Worker renders once for each version of the help.
	staticPage("/help/point-a-domain-to-hosting"),
	shopPage("/help?q=domain"),
	shopPage("/domains/search"),
	shopPage("/domains/search?q=duka"),
	shopPage("/select-domain"),
	shopPage("/transfer"),
	shopPage("/cart"),
	shopPage("/cart", { label: "/cart, two items", cart: twoItems }),
	...["/login", "/register", "/forgot-password", "/verify-email", "/enquiries/quote"].map((path) => shopPage(path)),
	// Checks the database.
	shopPage("/status", { roundTrips: 1 }),
	shopPage("/reset-password?token=:reset", { roundTrips: 1 }),
	// A visitor, who also creates an account, and a customer.
	shopPage("/checkout", { label: "/checkout, visitor", cart: domainInCart }),
	shopPage("/checkout", { label: "/checkout, customer", cart: domainInCart, roundTrips: 1, signedIn: true }),
	shopPage("/pay/:unpaid", { roundTrips: 1, signedIn: true }),
	shopPage("/orders/:order", { roundTrips: 1, signedIn: true }),
	portalPage("/dashboard"),
	portalPage("/dashboard/domains"),
	portalPage("/dashboard/invoices"),
];

/** Compressed bytes of script that each further page of the portal may add. */
export const furtherScript = 15 * kilobyte;

/** One address for each kind of portal page, with rows of the demo customer. */
export const furtherPages = ({ domain, project, invoice }) => [
	...["", "/dns", "/dns/import", "/dns/templates", "/nameservers", "/forwarding", "/contacts", "/auth-code"].map(
		(page) => `/dashboard/domains/${domain}${page}`,
	),
	`/dashboard/domains/${domain}/delete`,
	`/dashboard/domains?open=${domain}`,
	"/dashboard/domains/register",
	"/dashboard/hosting",
	"/dashboard/hosting/add",
	`/dashboard/projects?open=${project}`,
	"/dashboard/projects/new",
	`/dashboard/projects/${project}/edit`,
	`/dashboard/projects/${project}/files`,
	"/dashboard/cart",
	"/dashboard/search?q=duka",
	"/dashboard/notifications",
	"/dashboard/invoices",
	`/dashboard/invoices/${invoice}`,
	...["", "/email", "/security", "/security/passkeys", "/security/two-factor", "/notifications", "/billing"].map(
		(page) => `/dashboard/account-settings${page}`,
	),
	...["/activity", "/your-data", "/your-data/delete"].map((page) => `/dashboard/account-settings${page}`),
];

/** Most ms until a search over all extensions shows its first answer, if registries answer in 50 to 400 ms. */
export const searchFirst = 600;

/** Most ms from a registry's answer until the HTML of the search page has it, for the first results. */
export const searchDelay = 100;

/** Most ms for a page (95th percentile) while one client floods the sign-in. */
export const underFlood = 500;

/** Most CPU time per request in our isolate, as a multiple of the time that Node takes for a table of 1,000 rows. */
export const cpuBudgets = { "/dashboard": 1.6, "/domains/search": 5, "/login": 0.9 };

/** Highest ratio of the time of a page for a full account to that for an account with five rows of each kind. */
export const scaleRatio = 1.5;

/** Limits of the simulation on a database of full size. */
export const full = {
	fillSeconds: 300,
	/**
	 * Rows that one run of each cron and one batch of each queue may read. Hourly, the usage of 100,000 hosting plans takes
	 * five to six rows each: the stand-in's account, the panel's answer, the plan and each amount. Every minute, the two
	 * nightly comparisons take up to 130 pages of 500 domains each, with four rows for each domain.
	 */
	rows: {
		"* * * * *": 600_000,
		"7 * * * *": 600_000,
		"23 2 * * *": 600_000,
		"41 * * * *": 500_000,
		"53 3 * * *": 600_000,
		"23 5 * * *": 600_000,
		"kikoa-mail": 5_000,
		"kikoa-provisioning": 5_000,
		"kikoa-scheduled": 5_000,
	},
	/** Longest time of one batch in the database (ms). */
	held: 250,
	/** Slowest dashboard of a day (ms), median of all days. */
	page: 300,
	/** Bytes in a day with this many orders. */
	growth: 12_000_000,
	orders: 2_000,
};

/** Of the desk with a full database. `ratio`: highest ratio of a list's time to that with 50 customers. `report`: most ms. */
export const desk = { ratio: 1.5, report: 1_000 };
