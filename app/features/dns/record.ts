export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA";

/** One record of a zone: one value of a set of records with the same name and type. */
export interface ZoneRecord {
	readonly type: RecordType;
	/** Relative to the zone: `@`, `www`, `*.shop`. */
	readonly name: string;
	/** Canonical; see features/dns/record-input. Host names without a closing dot, texts without quotes. */
	readonly value: string;
	/** Seconds; one for all records of a set (RFC 2181, section 5.2). */
	readonly ttl: number;
	/** Of MX and SRV. */
	readonly priority: number | null;
}

export const recordTypes = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"] as const satisfies RecordType[];

/** What a type is for, in a few words. */
export const recordPurposes: Readonly<Record<RecordType, string>> = {
	A: "Points a name to an IPv4 address.",
	AAAA: "Points a name to an IPv6 address.",
	CNAME: "Makes a name an alias of another name.",
	MX: "Says which server takes the mail.",
	TXT: "Holds a text: SPF, DKIM, or proof that a name is yours.",
	NS: "Hands a part of the domain to other nameservers.",
	SRV: "Says where a service, such as calls or chat, is found.",
	CAA: "Says who may issue certificates for a name.",
};

export const ttlLimits = { min: 60, max: 604_800 } as const;
export const defaultTtl = 3_600;

/** Tags that certificate authorities know (RFC 8659 and 9495, IANA's registry of CAA properties). */
export const caaTags = [
	"issue",
	"issuewild",
	"issuemail",
	"issuevmc",
	"iodef",
	"contactemail",
	"contactphone",
] as const;

/** Records that one zone may hold. */
export const maxRecords = 300;

/** Records of one type at one name stand together (RRset, RFC 2181): they share a TTL. */
export const sameSet = (a: Pick<ZoneRecord, "type" | "name">, b: Pick<ZoneRecord, "type" | "name">): boolean =>
	a.type === b.type && a.name === b.name;

/** The same record, whatever its TTL. */
export const sameRecord = (a: ZoneRecord, b: ZoneRecord): boolean =>
	sameSet(a, b) && a.value === b.value && a.priority === b.priority;

/** "MX @ 10 mail.example.com" */
export const describeRecord = ({ type, name, value, priority }: ZoneRecord): string =>
	[type, name, priority, value.length > 60 ? `${value.slice(0, 57)}…` : value]
		.filter((part) => part !== null)
		.join(" ");

/** By name, the zone itself first; then by type, then by value. */
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
