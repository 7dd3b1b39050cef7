import type { PlanChange } from "~/features/bulk-actions/bulk-action";
import type { HostingStatus } from "~/features/hosting/hosting-state";

interface Plan {
	readonly status: HostingStatus;
	readonly endedReason: string | null;
	readonly suspendedReason: string | null;
}

/** Why a change leaves a plan as it is. Null if it changes it. */
export function planObstacle(change: PlanChange, { status, endedReason, suspendedReason }: Plan): string | null {
	if (status === "terminated" || endedReason !== null) return "It has ended.";
	if (status === "pending") return "It is still being set up.";
	switch (change) {
		case "suspend":
			return status === "suspended" ? "It is suspended already." : null;
		case "unsuspend":
			if (status === "active") return "It is not suspended.";
			return suspendedReason === null ? "Its renewal is not paid. It works again after the payment." : null;
		case "end":
			return null;
	}
}
