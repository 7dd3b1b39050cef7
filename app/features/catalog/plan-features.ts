/** Features that do not depend on a plan's size. Each is in the price list or provided by this software. */
export const panelFeatures = [
	"Free SSL certificate",
	"Control panel, one click from your portal",
	"Larger or smaller plan at any time, charged by the day",
] as const;

export const email = "Email at your own domain";
export const freeDomain = "Free domain, first year, when paid annually";
export const moneyBack = "30-day money-back guarantee";
