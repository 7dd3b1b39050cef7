/**
 * RDAP base address of each extension. Pinned from IANA's bootstrap file (data.iana.org/rdap/dns.json, published
 * 2026-07-23), because a wrong server answers 404 for every name, so every name would seem available.
 */
const published: Readonly<Record<string, string>> = {
	com: "https://rdap.verisign.com/com/v1/",
	net: "https://rdap.verisign.com/net/v1/",
	org: "https://rdap.publicinterestregistry.org/rdap/",
	ke: "https://rdap.kenic.or.ke/",
	xyz: "https://rdap.centralnic.com/xyz/",
	icu: "https://rdap.centralnic.com/icu/",
	ai: "https://rdap.identitydigital.services/rdap/",
	info: "https://rdap.identitydigital.services/rdap/",
	tech: "https://rdap.radix.host/rdap/",
	store: "https://rdap.radix.host/rdap/",
	online: "https://rdap.radix.host/rdap/",
	site: "https://rdap.radix.host/rdap/",
	shop: "https://rdap.gmoregistry.net/rdap/",
	app: "https://pubapi.registry.google/rdap/",
	dev: "https://pubapi.registry.google/rdap/",
	cloud: "https://rdap.registry.cloud/rdap/",
	biz: "https://rdap.nic.biz/",
	africa: "https://rdap.nic.africa/rdap/",
	ng: "https://rdap.nic.net.ng/",
	tz: "https://rdap.tznic.or.tz/",
};

/**
 * Not in IANA's file, but they work (meeb/whoisit, overrides of 2026-01-05). .co.za's server is unconfirmed and .ug has
 * none, so their names are unknown until staff check them.
 */
const unlisted: Readonly<Record<string, string>> = {
	io: "https://rdap.identitydigital.services/rdap/",
	me: "https://rdap.identitydigital.services/rdap/",
	co: "https://rdap.registry.co/co/",
};

export interface RdapServer {
	/** The server's suffix. Its "not found" is only valid for names below it. */
	readonly suffix: string;
	readonly base: string;
}

export type RdapServers = ReadonlyMap<string, string>;

/** @param overrides `ke=https://rdap.example/ …`, separated by spaces, for servers that have moved */
export function rdapServers(overrides = ""): RdapServers {
	const moved = overrides.split(/\s+/).flatMap((entry) => {
		const [suffix, base] = entry.split("=", 2);
		return suffix && base ? [[suffix, base] as const] : [];
	});
	return new Map([...Object.entries(published), ...Object.entries(unlisted), ...moved]);
}

/** The server for the longest matching suffix of the name. */
export function serverOf(name: string, servers: RdapServers): RdapServer | undefined {
	const labels = name.split(".");
	for (let start = 1; start < labels.length; start += 1) {
		const suffix = labels.slice(start).join(".");
		const base = servers.get(suffix);
		if (base) return { suffix, base };
	}
	return undefined;
}
