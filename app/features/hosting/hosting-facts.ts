import type { Plan, PlanResources, Term } from "~/features/catalog/product";
import type { Money } from "~/lib/money";

export type HostingType = "web" | "email";

/** How much of a plan's resource is used. */
export interface Usage {
	used: number;
	total: number | "Unlimited";
	unit?: string;
}

/** A plan's product data, copied from the catalogue at the time of the order. */
export interface HostingFacts {
	readonly name: string;
	readonly type: HostingType;
	readonly resources: Record<string, Usage>;
	readonly features: string[];
	/** Per term, in minor units. */
	readonly price: number;
	readonly termMonths: number;
}

/** Whether the plan with this product id is for websites or for email alone. */
export const hostingType = (productId: string): HostingType => (productId.startsWith("email-") ? "email" : "web");

/**
 * Plans that staff set up and look after, because no control panel does: virtual servers, and accounts of resellers, who have
 * accounts of their own customers. The form for new products gives their ids these prefixes.
 */
export const runByStaffPrefixes = ["vps-", "reseller-"] as const;

export const isRunByStaff = (productId: string): boolean =>
	runByStaffPrefixes.some((prefix) => productId.startsWith(prefix));

export function hostingFacts(plan: Plan, term: Term, price: Money): HostingFacts {
	return {
		name: plan.name,
		type: hostingType(plan.id),
		resources: initialUsage(plan.resources ?? {}),
		features: [...plan.features],
		price: price.amount,
		termMonths: term === "annual" ? 12 : 1,
	};
}

function initialUsage(limits: PlanResources): Record<string, Usage> {
	const { diskGb, trafficTb, customerAccounts, websites, emailAccounts, mailboxes, mailboxGb } = limits;
	return {
		...(diskGb !== undefined && { disk: { used: 0, total: diskGb, unit: "GB" } }),
		...(trafficTb !== undefined && { bandwidth: { used: 0, total: trafficTb * 1000, unit: "GB" } }),
		...(customerAccounts !== undefined && { customerAccounts: { used: 0, total: customerAccounts } }),
		...(websites !== undefined && { domains: { used: 0, total: websites } }),
		...(emailAccounts !== undefined && { emailAccounts: { used: 0, total: emailAccounts } }),
		...(mailboxes !== undefined &&
			mailboxGb !== undefined && { storage: { used: 0, total: mailboxes * mailboxGb, unit: "GB" } }),
		...(mailboxes !== undefined && { accounts: { used: 0, total: mailboxes } }),
	};
}
