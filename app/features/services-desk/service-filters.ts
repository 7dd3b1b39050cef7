import { domainStatusName } from "~/features/domains/domain-status-name";

/** Statuses that the list of domains can show. Without one it shows those that are registered. */
export const domainFilters = ["active", "expired", "redemption", "pending", "transfer_in", "released"] as const;
export type DomainFilter = (typeof domainFilters)[number];

export const domainFilterOptions = domainFilters.map((value) => ({ value, text: domainStatusName[value] }));

/** Statuses that the list of plans can show. Without one it shows active ones, and with a domain or a server all. */
export const planFilters = ["active", "suspended", "pending", "terminated"] as const;
export type PlanFilter = (typeof planFilters)[number];

export const planStateNames: Readonly<Record<PlanFilter, string>> = {
	active: "Active",
	suspended: "Suspended",
	pending: "Pending",
	terminated: "Ended",
};

export const planFilterOptions = planFilters.map((value) => ({ value, text: planStateNames[value] }));

/** Days until the end of an active domain or plan. */
export const expiryWindows = ["7", "14", "30", "60", "90"] as const;

export const expiryOptions = expiryWindows.map((value) => ({ value, text: `${value} days` }));
