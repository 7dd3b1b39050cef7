import type { PlanResources } from "./product";

/** Features that do not depend on a plan's size. Each is in the price list or provided by this software. */
export const panelFeatures = [
	"Free SSL certificate",
	"Control panel, one click from your portal",
	"Larger or smaller plan at any time, charged by the day",
] as const;

export const email = "Email at your own domain";
export const freeDomain = "Free domain, first year, when paid annually";
export const moneyBack = "30-day money-back guarantee";

/** "35 GB NVMe storage", "1 website", "10 mailboxes": the sizes of a plan, as its card lists them. */
export function sizeFeatures(resources: PlanResources): string[] {
	const { vcpu, ramGb, diskGb, diskKind, trafficTb, customerAccounts, websites, emailAccounts } = resources;
	return [
		vcpu && `${vcpu} vCPU`,
		vcpu && ramGb && `${ramGb} GB RAM`,
		customerAccounts && `${customerAccounts} customer accounts`,
		websites && count(websites, "website"),
		diskGb && (diskGb === "Unlimited" ? "Unlimited storage" : `${diskGb} GB${diskKind ? ` ${diskKind}` : ""} storage`),
		trafficTb && `${trafficTb} TB traffic a month`,
		emailAccounts && count(emailAccounts, "mailbox", "mailboxes"),
		!vcpu && ramGb && `${ramGb} GB RAM`,
	].filter((text) => typeof text === "string");
}

const count = (amount: number | "Unlimited", one: string, many = `${one}s`): string =>
	`${amount} ${amount === 1 ? one : many}`;
