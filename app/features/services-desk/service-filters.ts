import { domainStatusName } from "~/features/domains/domain-status-name";

/** Statuses that the list of domains can show. Without one it shows those that are registered. */
export const domainFilters = ["active", "expired", "redemption", "pending", "transfer_in", "released"] as const;
export type DomainFilter = (typeof domainFilters)[number];

export const domainFilterOptions = domainFilters.map((value) => ({ value, text: domainStatusName[value] }));

/** Days until the end of an active domain or plan. */
export const expiryWindows = ["7", "14", "30", "60", "90"] as const;

export const expiryOptions = expiryWindows.map((value) => ({ value, text: `${value} days` }));
