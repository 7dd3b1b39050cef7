/** Record types of IANA's registry, and two of other providers (ALIAS, ANAME), that we don't support. */
const unsupportedTypes = new Set([
	...["SOA", "MD", "MF", "MB", "MG", "MR", "NULL", "WKS", "PTR", "HINFO", "MINFO", "RP", "AFSDB", "X25", "ISDN", "RT"],
	...["NSAP", "NSAP-PTR", "SIG", "KEY", "PX", "GPOS", "LOC", "NXT", "EID", "NIMLOC", "ATMA", "NAPTR", "KX", "CERT"],
	...["A6", "DNAME", "SINK", "APL", "DS", "SSHFP", "IPSECKEY", "RRSIG", "NSEC", "DNSKEY", "DHCID", "NSEC3"],
	...["NSEC3PARAM", "TLSA", "SMIMEA", "HIP", "NINFO", "RKEY", "TALINK", "CDS", "CDNSKEY", "OPENPGPKEY", "CSYNC"],
	...["ZONEMD", "SVCB", "HTTPS", "DSYNC", "HHIT", "BRID", "SPF", "UINFO", "UID", "GID", "UNSPEC", "NID", "L32"],
	...["L64", "LP", "EUI48", "EUI64", "URI", "AVC", "DOA", "AMTRELAY", "RESINFO", "WALLET", "CLA", "IPN", "TA", "DLV"],
	...["ALIAS", "ANAME"],
]);
/** Whether a word names a record type that exists but that we don't support. */
export const isUnsupportedType = (word: string) =>
	unsupportedTypes.has(word.toUpperCase()) || /^TYPE\d{1,5}$/i.test(word);
