import type { DomainChange } from "~/features/bulk-actions/bulk-action";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { DomainStatus } from "~/features/domains/domain-state";
import { formatDay, kenya } from "~/lib/dates";

interface Domain {
	readonly status: DomainStatus;
	readonly autoRenew: boolean;
	readonly locked: boolean;
	/** Until when a new registrant keeps it locked (ms). */
	readonly transferLockedUntil: number | null;
	/** Whether our registrations at its registrar can be read. */
	readonly isReadable: boolean;
}

/** Why a change leaves a domain as it is. Null if it changes it. `now` in ms. */
export function domainObstacle(change: DomainChange, domain: Domain, now: number): string | null {
	const { status, autoRenew, locked, transferLockedUntil, isReadable } = domain;
	const notRegistered = registeredStatuses.includes(status) ? null : "It is not registered.";
	switch (change) {
		case "compare":
			return notRegistered ?? (isReadable ? null : "Its registrar can't be read.");
		case "lock":
			return notRegistered ?? (locked ? "It is locked already." : null);
		case "unlock":
			if (notRegistered !== null || !locked) return notRegistered ?? "It is unlocked already.";
			return transferLockedUntil !== null && transferLockedUntil > now
				? `It stays locked until ${formatDay(transferLockedUntil, kenya)}, because its registrant has changed.`
				: null;
		case "auto-renew-on":
			if (status === "released") return "It has ended.";
			return autoRenew ? "Auto-renew is on already." : null;
		case "auto-renew-off":
			if (status === "released") return "It has ended.";
			return autoRenew ? null : "Auto-renew is off already.";
	}
}
