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
	/** Another one after every change. */
	readonly version: number;
	/** Without SOA and the zone's own NS set, which belong to the host. */
	readonly rrsets: readonly RRset[];
	/** Only of a host that forwards visitors itself. */
	readonly forwards?: readonly Forward[];
}

/** A zone in the host's list. */
export interface ListedZone {
	/** ASCII form, lower case, without a trailing dot. */
	readonly name: string;
	/** Another one after a change that the host notices. */
	readonly version: string;
}

export interface ZonePage {
	readonly zones: readonly ListedZone[];
	/** Where the list continues. Null at its end. */
	readonly next: string | null;
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

/** The host rejected a change for what it says, so sending it again is useless. */
export interface RefusedChange {
	readonly refused: string;
	/** The set that it is about. */
	readonly set?: { readonly name: string; readonly type: string };
	/** The field of the record that is wrong. */
	readonly field?: "name" | "ttl" | "value";
}

/** The key that signs a zone (RFC 4034, section 2). */
export interface ZoneKey {
	readonly flags: number;
	readonly algorithm: number;
	/** Base64. */
	readonly publicKey: string;
}

/** What the registry publishes about the key of a signed zone (RFC 4034, section 5). */
export interface DsRecord {
	readonly keyTag: number;
	readonly algorithm: number;
	readonly digestType: number;
	/** Hex, lower case. */
	readonly digest: string;
	/** The key itself, because some registrars take only that. */
	readonly key: ZoneKey;
}

/**
 * What redirects the visitors of a name. `host`: the DNS host does it. `records`: a web server with these addresses,
 * which finds the target in a TXT record (docs/services/powerdns.md). Null: nothing does.
 */
export type Forwarding =
	| {
			readonly by: "host";
			/** Replaces the previous list. */
			set(zone: string, owner: ZoneOwner, forwards: readonly Forward[]): Promise<"applied" | NotOwner>;
	  }
	| { readonly by: "records"; readonly addresses: readonly string[] }
	| null;

/** The DNS services that can be combined with others. */
export const zoneServices = ["powerdns", "cloudflare"] as const;
export type ZoneService = (typeof zoneServices)[number];

/** The nameservers. Only a zone's owner can change it. Adapters: `sandbox` (a stand-in), `powerdns` and `cloudflare`. */
export interface DnsHost {
	readonly id: "sandbox" | ZoneService;
	/** The nameservers of its zones. */
	readonly nameservers: readonly string[];
	readonly forwarding: Forwarding;
	/** How many zones the nightly comparison may read one by one in a minute. Edits need the rest of the host's rate limit. */
	readonly readsPerMinute: number;
	/**
	 * The next zones of the host, each once if none changes in the meantime.
	 * @param cursor null: from the beginning
	 */
	zones(cursor: string | null): Promise<ZonePage>;
	/** The longest TTL that it publishes, in seconds. */
	readonly maxTtl: number;
	/**
	 * Creates the zone unless the owner has it, and returns its nameservers. A zone of an earlier owner is emptied and
	 * becomes this owner's. A zone of a later owner is `not_owner`.
	 */
	claimZone(zone: string, owner: ZoneOwner): Promise<{ readonly nameservers: readonly string[] } | NotOwner>;
	list(zone: string, owner: ZoneOwner): Promise<HostedZone | NotOwner>;
	/** Applies all changes or none. `stale` if the zone is not at `expectedVersion`, or is being changed. */
	apply(
		zone: string,
		owner: ZoneOwner,
		changes: readonly RRsetChange[],
		expectedVersion: number,
	): Promise<"applied" | "stale" | RefusedChange | NotOwner>;
	/** Signs the zone, unless it is signed, and returns its DS records. */
	sign(zone: string, owner: ZoneOwner): Promise<readonly DsRecord[] | NotOwner>;
	/** The DS records of the zone's keys. None if it is not signed. */
	keys(zone: string, owner: ZoneOwner): Promise<readonly DsRecord[] | NotOwner>;
	/** Removes signatures and keys. The registry must not publish a DS record by then, or the domain stops working. */
	unsign(zone: string, owner: ZoneOwner): Promise<"unsigned" | NotOwner>;
	/** Also deletes its keys. */
	deleteZone(zone: string, owner: ZoneOwner): Promise<"deleted" | NotOwner>;
	/** Makes calls that change nothing. @throws if zones can't be changed */
	probe(): Promise<void>;
}

/** A service whose zones can move to another one, and the other way round. */
export interface MovableHost extends DnsHost {
	readonly id: ZoneService;
	/**
	 * Creates the owner's zone here with these sets, while another service has it, and then makes it this service's. Does
	 * nothing if it is here already. The zone at the other service stays. `busy` if the zone is being changed.
	 */
	takeOver(
		zone: string,
		owner: ZoneOwner,
		from: ZoneService,
		sets: readonly RRset[],
	): Promise<"taken" | "busy" | RefusedChange | NotOwner>;
	/** Deletes what is left of a zone that another service has now. Does nothing to a zone of this service. */
	leave(zone: string): Promise<"left" | "busy">;
}

/** Whether a domain uses no nameservers but these. */
export const usesOnly = (nameservers: readonly string[], these: readonly string[]): boolean =>
	nameservers.every((name) => these.includes(name));

/** The service that a zone's row names. Null if the zone has to be created. Rows of releases with one service name none. */
export const serviceOf = (row: {
	readonly service: ZoneService | null;
	/** Only Cloudflare has ids of zones. */
	readonly serverId: string | null;
	readonly ready: boolean;
}): ZoneService | null => row.service ?? (row.serverId ? "cloudflare" : row.ready ? "powerdns" : null);
