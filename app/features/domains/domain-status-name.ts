import type { DomainStatus } from "./domain-state";

export const domainStatusName: Readonly<Record<DomainStatus, string>> = {
	active: "Active",
	pending: "Pending",
	transfer_in: "Transferring",
	expired: "Expired",
	redemption: "In redemption",
	released: "Released",
};
