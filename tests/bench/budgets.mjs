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
