/** All records of one name and type. */
export interface RRset {
	/** Absolute, with the trailing dot: `www.example.com.` */
	readonly name: string;
	readonly type: string;
	/** Seconds. */
	readonly ttl: number;
	/** In presentation format (RFC 1035, section 5.1): `10 mail.example.com.`, `"v=spf1 -all"`. */
	readonly values: readonly string[];
}

/** The new set. Without values it is deleted. */
export type RRsetChange = RRset;

export interface HostedZone {
	/** Raised by the host with every change. */
	readonly version: number;
	/** Without SOA and the zone's own NS set, which belong to the host. */
	readonly rrsets: readonly RRset[];
}

export interface Forward {
	/** Relative to the zone: `@`, `www`. */
	readonly host: string;
	readonly target: string;
	/** 301 instead of 302. */
	readonly permanent: boolean;
}

/**
 * The domain that a zone belongs to. A name can move to another account. Of two owners, the one with the later `since`
 * wins.
 */
export interface ZoneOwner {
	/** The domain's id. */
	readonly id: string;
	/** Since when it holds the name (ms). */
	readonly since: number;
}

/** The zone belongs to another owner or doesn't exist. */
export type NotOwner = "not_owner";

/** The nameservers. Only a zone's owner can change it. Adapter: `sandbox` (a stand-in). */
export interface DnsHost {
	readonly id: "sandbox";
	/**
	 * Creates the zone unless the owner has it, and returns its nameservers. A zone of an earlier owner is emptied and
	 * becomes this owner's. A zone of a later owner is `not_owner`.
	 */
	claimZone(zone: string, owner: ZoneOwner): Promise<{ readonly nameservers: readonly string[] } | NotOwner>;
	list(zone: string, owner: ZoneOwner): Promise<HostedZone | NotOwner>;
	/** Applies all changes or none. `stale` if the zone is not at `expectedVersion`. */
	apply(
		zone: string,
		owner: ZoneOwner,
		changes: readonly RRsetChange[],
		expectedVersion: number,
	): Promise<"applied" | "stale" | NotOwner>;
	/** Sets the names that redirect visitors. Replaces the previous list. */
	setForwards(zone: string, owner: ZoneOwner, forwards: readonly Forward[]): Promise<"applied" | NotOwner>;
	deleteZone(zone: string, owner: ZoneOwner): Promise<"deleted" | NotOwner>;
	/** Makes calls that change nothing. @throws if zones can't be changed or the nameservers don't answer queries */
	probe(): Promise<void>;
}
