import type { ZoneService } from "~/platform/dns/dns-host";

/**
 * `publishing`: the zone is created at the new service. `delegating`: that service has it, and the registry has to use its
 * nameservers. `removing`: other servers may still remember the old nameservers, so the old zone is kept for two days.
 */
export type ZoneMoveState = "publishing" | "delegating" | "removing";

export interface ZoneMove {
	readonly fromService: ZoneService;
	readonly toService: ZoneService;
	readonly state: ZoneMoveState;
	/** When the zone at the old service is deleted (ms). */
	readonly leavesAt: number | null;
}

const names: Readonly<Record<ZoneService, string>> = { powerdns: "PowerDNS", cloudflare: "Cloudflare" };

/** The name of a DNS service, for staff. */
export const dnsServiceName = (id: string): string => (Object.hasOwn(names, id) ? names[id as ZoneService] : id);

/** What staff read after they stopped a move. */
export const stoppedMove = {
	back: "Stopped. The zone stays where it was, and what was created at the other service is deleted.",
	both: "Stopped. The old zone stays at its service until you delete it there.",
} as const;
