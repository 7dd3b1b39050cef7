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
