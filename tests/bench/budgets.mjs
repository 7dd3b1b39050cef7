import { staticPaths } from "../../app/static-paths.ts";

const kilobyte = 1024;

/** Lighthouse's mobile categories. */
const all = { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 };

const staticPage = (path) => ({
	path,
	zone: "static",
	script: 12 * kilobyte,
	bytes: 120 * kilobyte,
	roundTrips: 0,
	lighthouse: all,
	// Its largest paint, to that of the same page without script.
	paintRatio: 1.2,
});
const appPage = (path, more) => ({ path, zone: "app", script: 145 * kilobyte, roundTrips: 0, ...more });
const portalPage = (path) => ({ path, zone: "portal", script: 175 * kilobyte, roundTrips: 1, signedIn: true });

/** The promises of the product, per page: compressed script and everything in bytes, D1 round trips, Lighthouse's scores. */
export const pages = [
	...staticPaths.map(staticPage),
	appPage("/domains/search?q=duka", { lighthouse: { performance: 100 } }),
	appPage("/cart"),
	appPage("/login"),
	appPage("/register"),
	appPage("/checkout", { roundTrips: 1, signedIn: true }),
	portalPage("/dashboard"),
	portalPage("/dashboard/domains"),
	portalPage("/dashboard/invoices"),
];

/** Compressed bytes of script that a page of the portal adds to those of its first page. */
export const furtherScript = 15 * kilobyte;

/** Each kind of page that the portal has, on rows of the demo customer. */
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

/** Milliseconds until a search over all extensions shows its first answer, with registries at 50 to 400 ms. */
export const searchFirst = 600;

/** Milliseconds for 95 of 100 pages while one client floods the sign-in. */
export const underFlood = 500;

/** A page of a full account may take this many times as long as one of an account with five of each. */
export const scaleRatio = 1.5;
