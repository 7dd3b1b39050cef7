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

/** The way to the nameservers. Adapter: `sandbox` (embedded). */
export interface DnsHost {
	readonly id: "sandbox";
	/** Makes the zone unless it is there, and says which nameservers answer for it. */
	ensureZone(zone: string): Promise<{ readonly nameservers: readonly string[] }>;
	/** Undefined for a zone that is not there. */
	list(zone: string): Promise<HostedZone | undefined>;
	/** All changes or none; `stale` when the zone is no longer at `expectedVersion`. */
	apply(zone: string, changes: readonly RRsetChange[], expectedVersion: number): Promise<"applied" | "stale">;
	/** Visitors of these names are sent on; a name's own address records rest meanwhile. The list replaces the former. */
	setForwards(zone: string, forwards: readonly Forward[]): Promise<void>;
	/** Deleting a zone that is not there is fine. */
	deleteZone(zone: string): Promise<void>;
}
