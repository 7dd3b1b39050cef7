/** The promises of the product, per page: compressed script in bytes, D1 round trips, Lighthouse's mobile score. */
export const pages = [
	{ path: "/", zone: "static", script: 12_288, roundTrips: 0, lighthouse: 100 },
	{ path: "/domains", zone: "static", script: 12_288, roundTrips: 0 },
	{ path: "/hosting", zone: "static", script: 12_288, roundTrips: 0 },
	{ path: "/pricing", zone: "static", script: 12_288, roundTrips: 0 },
	{ path: "/services", zone: "static", script: 12_288, roundTrips: 0 },
	{ path: "/domains/search?q=duka", zone: "app", script: 145 * 1024, roundTrips: 0, lighthouse: 100 },
	{ path: "/cart", zone: "app", script: 145 * 1024, roundTrips: 0 },
	{ path: "/login", zone: "app", script: 145 * 1024, roundTrips: 0 },
	{ path: "/register", zone: "app", script: 145 * 1024, roundTrips: 0 },
	{ path: "/checkout", zone: "app", script: 145 * 1024, roundTrips: 1, signedIn: true },
	{ path: "/dashboard", zone: "portal", script: 175 * 1024, roundTrips: 1, signedIn: true },
	{ path: "/dashboard/domains", zone: "portal", script: 175 * 1024, roundTrips: 1, signedIn: true },
	{ path: "/dashboard/invoices", zone: "portal", script: 175 * 1024, roundTrips: 1, signedIn: true },
];

/** Milliseconds until a search over all extensions shows its first answer, with registries at 50 to 400 ms. */
export const searchFirst = 600;

/** Milliseconds for 95 of 100 pages while one client floods the sign-in. */
export const underFlood = 500;

/** A page of a full account may take this many times as long as one of an account with five of each. */
export const scaleRatio = 1.5;
