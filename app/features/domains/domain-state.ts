import { stateMachine } from "~/lib/state-machine";

export type DomainStatus = "pending" | "active" | "expired" | "redemption" | "released" | "transfer_in";

/**
 * `pending` and `transfer_in` claim a name, `active`, `expired` and `redemption` hold it. Each of them is released when
 * another account gets the name, or when its registry no longer has the registration.
 */
export const domainStates = stateMachine<DomainStatus>("domain", {
	pending: ["active", "released"],
	transfer_in: ["active", "released"],
	active: ["expired", "released"],
	expired: ["active", "redemption", "released"],
	redemption: ["active", "released"],
	released: ["pending", "transfer_in"],
});
