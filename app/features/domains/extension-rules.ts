import { isKnownExtension } from "~/features/catalog/known-extensions";

interface LabelRule {
	/** Characters in Unicode form. */
	readonly min: number;
	/** Characters in ASCII form, which is what the DNS limits (RFC 1035). */
	readonly max: number;
	/** Whether the registry accepts letters other than a to z. False if we are not sure. */
	readonly idn: boolean;
}

const ordinary: LabelRule = { min: 2, max: 63, idn: false };
const international: LabelRule = { ...ordinary, idn: true };
const threeOrMore: LabelRule = { ...ordinary, min: 3, idn: true };

const rules = new Map<string, LabelRule>([
	...["com", "net", "org", "xyz", "tech", "store", "online", "site", "shop", "icu"].map(
		(tld) => [tld, international] as const,
	),
	["info", threeOrMore],
	["biz", threeOrMore],
]);

/** Rules for labels under an extension. */
export const labelRule = (tld: string): LabelRule => rules.get(tld) ?? ordinary;

/** Public suffixes that we don't sell (publicsuffix.org). They are not domain names themselves. */
const otherSuffixes = [
	...["ke", "ac.ke", "go.ke", "info.ke", "me.ke", "mobi.ke", "ne.ke", "or.ke", "sc.ke"],
	...["com.co", "net.co", "nom.co", "org.co", "com.ai", "net.ai", "org.ai", "off.ai", "edu.co", "gov.co", "mil.co"],
	...[
		"co.io",
		"com.io",
		"edu.io",
		"gov.io",
		"mil.io",
		"net.io",
		"nom.io",
		"org.io",
		"co.me",
		"net.me",
		"org.me",
		"edu.me",
		"ac.me",
		"gov.me",
		"its.me",
		"priv.me",
	],
	...["com.ng", "edu.ng", "gov.ng", "mil.ng", "mobi.ng", "name.ng", "net.ng", "org.ng", "sch.ng", "i.ng"],
	...[
		"co.tz",
		"ac.tz",
		"go.tz",
		"or.tz",
		"ne.tz",
		"me.tz",
		"sc.tz",
		"info.tz",
		"mobi.tz",
		"hotel.tz",
		"tv.tz",
		"mil.tz",
	],
	...["co.ug", "or.ug", "ac.ug", "sc.ug", "go.ug", "ne.ug", "com.ug", "org.ug", "edu.ug", "gov.ug", "mil.ug", "us.ug"],
	...["ac.rw", "co.rw", "coop.rw", "gov.rw", "mil.rw", "net.rw", "org.rw"],
	...["za", "ac.za", "agric.za", "alt.za", "edu.za", "gov.za", "grondar.za", "law.za", "mil.za", "net.za", "ngo.za"],
	...["nic.za", "nis.za", "nom.za", "org.za", "school.za", "tm.za", "web.za", "co.uk", "com.au"],
];

const suffixes: ReadonlySet<string> = new Set(otherSuffixes);

/** Whether a host is an extension rather than a name under one. */
export const isSuffix = (host: string): boolean => suffixes.has(host) || isKnownExtension(host);

/** First parts of extensions in most countries. No words that are often names, such as `school` or `info`. */
const secondLevels: ReadonlySet<string> = new Set(["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]);

/**
 * Splits a host before its extension: the longest known one, or else the last label. Includes the label before that if the
 * extension seems to have two, as in `neema.co.jp` and the mistyped `neema.co.kee` and `neema.cok.e`.
 */
export function splitExtension(host: string): { readonly before: string; readonly tld: string } {
	const labels = host.split(".");
	const splitAt = (start: number) => ({ before: labels.slice(0, start).join("."), tld: labels.slice(start).join(".") });
	for (let start = 0; start < labels.length; start += 1) {
		if (isSuffix(labels.slice(start).join("."))) return splitAt(start);
	}
	const [secondLast = "", last = ""] = labels.slice(-2);
	const hasTwo = labels.length > 2 && (last.length === 1 || secondLevels.has(secondLast));
	return splitAt(labels.length - (hasTwo ? 2 : 1));
}
