import { registeredStatuses } from "~/features/domains/domain-pages";
import type { DomainStatus } from "~/features/domains/domain-state";
import type { DomainChange } from "./selected-services";

interface Domain {
	readonly status: DomainStatus;
	readonly autoRenew: boolean;
	readonly locked: boolean;
}

/** Why a change leaves a domain as it is. Null if it changes it. */
export function domainObstacle(change: DomainChange, { status, autoRenew, locked }: Domain): string | null {
	const notRegistered = registeredStatuses.includes(status) ? null : "It is not registered.";
	switch (change) {
		case "compare":
			return notRegistered;
		case "lock":
			return notRegistered ?? (locked ? "It is locked already." : null);
		case "unlock":
			return notRegistered ?? (locked ? null : "It is unlocked already.");
		case "auto-renew-on":
			if (status === "released") return "It has ended.";
			return autoRenew ? "Auto-renew is on already." : null;
		case "auto-renew-off":
			if (status === "released") return "It has ended.";
			return autoRenew ? null : "Auto-renew is off already.";
	}
}
