export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA";

/** One record of a zone: one value of a set of records with the same name and type. */
export interface ZoneRecord {
	readonly type: RecordType;
	/** Relative to the zone: `@`, `www`, `*.shop`. */
	readonly name: string;
	/** In canonical form, see record-input.ts: host names without a trailing dot, texts without quotes. */
	readonly value: string;
	/** Seconds. The same for all records of a set (RFC 2181, section 5.2). */
	readonly ttl: number;
	/** Null except for MX and SRV. */
	readonly priority: number | null;
}

export const recordTypes = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"] as const satisfies RecordType[];

export const recordPurposes: Readonly<Record<RecordType, string>> = {
	A: "Points a name to an IPv4 address.",
	AAAA: "Points a name to an IPv6 address.",
	CNAME: "Makes a name an alias of another name.",
	MX: "Names the server that receives email.",
	TXT: "Holds text, such as SPF, DKIM or a domain verification code.",
	NS: "Delegates part of the domain to other nameservers.",
	SRV: "Names the server of a service, such as calls or chat.",
	CAA: "Names who may issue certificates for a name.",
};

/** Seconds. */
export const ttlLimits = { min: 60, max: 604_800 } as const;
/** Seconds. */
export const defaultTtl = 3_600;

/** Tags that certificate authorities support (RFC 8659 and 9495, IANA's registry of CAA properties). */
export const caaTags = [
	"issue",
	"issuewild",
	"issuemail",
	"issuevmc",
	"iodef",
	"contactemail",
	"contactphone",
] as const;

/** Records in one zone. */
export const maxRecords = 300;

/** Whether two records belong to the same RRset (RFC 2181), which has one TTL. */
export const sameSet = (a: Pick<ZoneRecord, "type" | "name">, b: Pick<ZoneRecord, "type" | "name">): boolean =>
	a.type === b.type && a.name === b.name;

/** Whether two records are the same apart from their TTL. */
export const sameRecord = (a: ZoneRecord, b: ZoneRecord): boolean =>
	sameSet(a, b) && a.value === b.value && a.priority === b.priority;

/** "MX @ 10 mail.example.com" */
export const describeRecord = ({ type, name, value, priority }: Omit<ZoneRecord, "ttl">): string =>
	[type, name, priority, value.length > 60 ? `${value.slice(0, 57)}…` : value]
		.filter((part) => part !== null)
		.join(" ");

/** Sorts by name with the zone itself first, then by type, priority and value. */
export function compareRecords(a: ZoneRecord, b: ZoneRecord): number {
	return (
		Number(b.name === "@") - Number(a.name === "@") ||
		compare(a.name, b.name) ||
		recordTypes.indexOf(a.type) - recordTypes.indexOf(b.type) ||
		(a.priority ?? 0) - (b.priority ?? 0) ||
		compare(a.value, b.value)
	);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
