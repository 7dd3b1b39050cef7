import { usd } from "~/lib/money";

/** The extension filter of the portal's Register Domain dialog, in display order. */
export const portalExtensions = [
	"com",
	"io",
	"app",
	"dev",
	"co",
	"tech",
	"net",
	"org",
	"ai",
	"cloud",
	"xyz",
	"me",
	"info",
	"biz",
	"store",
	"online",
	"africa",
	"co.ke",
	"co.za",
	"ng",
	"tz",
	"ug",
] as const;

export const portalInitialExtensions: readonly (typeof portalExtensions)[number][] = ["com", "io", "app"];

/** The portal's sample dollar prices. Null for the sample that is taken. Customers pay `domainPrice`. */
export const portalSamplePrices = [
	{ tld: "com", price: usd(1299) },
	{ tld: "io", price: usd(3499) },
	{ tld: "co", price: usd(2499) },
	{ tld: "dev", price: usd(1999) },
	{ tld: "africa", price: usd(2999) },
	{ tld: "app", price: null },
] as const;
