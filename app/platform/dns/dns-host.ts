/** All records of one name and type, as nameservers keep them. */
export interface RRset {
	/** Absolute, with its closing dot: `www.example.com.` */
	readonly name: string;
	readonly type: string;
	/** Seconds. */
	readonly ttl: number;
	/** In presentation format (RFC 1035, section 5.1): `10 mail.example.com.`, `"v=spf1 -all"`. */
	readonly values: readonly string[];
}

/** The set as it is to be; without values it goes. */
export type RRsetChange = RRset;

export interface HostedZone {
	/** Raised by the host with every change. */
	readonly version: number;
	/** Without SOA and the zone's own NS set: those are the host's. */
	readonly rrsets: readonly RRset[];
}

export interface Forward {
	/** Relative to the zone: `@`, `www`. */
	readonly host: string;
	readonly target: string;
	/** 301 rather than 302. */
	readonly permanent: boolean;
}

/**
 * Whose zone it is. A name passes from one account to another: of two owners, the one who holds it since later counts.
 */
export interface ZoneOwner {
	/** The domain's id. */
	readonly id: string;
	/** Since when it holds the name (ms). */
	readonly since: number;
}

/** The zone belongs to another owner, or is not there. */
export type NotOwner = "not_owner";

/** The way to the nameservers: a zone is changed by its owner only. Adapter: `sandbox` (embedded). */
export interface DnsHost {
	readonly id: "sandbox";
	/**
	 * Makes the zone unless the owner has it, and returns which nameservers answer for it. A zone of an earlier owner is
	 * emptied and becomes this owner's; one of a later owner is refused.
	 */
	claimZone(zone: string, owner: ZoneOwner): Promise<{ readonly nameservers: readonly string[] } | NotOwner>;
	list(zone: string, owner: ZoneOwner): Promise<HostedZone | NotOwner>;
	/** All changes or none; `stale` when the zone is no longer at `expectedVersion`. */
	apply(
		zone: string,
		owner: ZoneOwner,
		changes: readonly RRsetChange[],
		expectedVersion: number,
	): Promise<"applied" | "stale" | NotOwner>;
	/** Visitors of these names are redirected. The list replaces the former one. */
	setForwards(zone: string, owner: ZoneOwner, forwards: readonly Forward[]): Promise<"applied" | NotOwner>;
	deleteZone(zone: string, owner: ZoneOwner): Promise<"deleted" | NotOwner>;
}
