import type { DomainStatus } from "../../db/schema";
import { stateMachine } from "../../lib/state-machine";

/** A released name may be registered again; a transfer that fails leaves the name where it was. */
export const domainStates = stateMachine<DomainStatus>("domain", {
	pending: ["active", "released"],
	transfer_in: ["active", "released"],
	active: ["expired", "released"],
	expired: ["active", "redemption"],
	redemption: ["active", "released"],
	released: ["pending", "transfer_in"],
});
