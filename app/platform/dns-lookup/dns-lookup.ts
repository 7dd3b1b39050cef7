/**
 * What the DNS says of a name: `delegated` means that somebody holds it. `absent` proves nothing by itself (a name may
 * be held without nameservers, suspended, reserved), and `unknown` less.
 */
export type Delegation = "delegated" | "absent" | "unknown";

/** Is a record there? `unknown` where no nameserver gave an answer. */
export type Presence = "found" | "missing" | "unknown";

/** What the public DNS answers. Adapters: `doh`, and a stand-in for where names are invented. */
export interface DnsLookup {
	/** Never throws. */
	delegation(name: string, signal?: AbortSignal): Promise<Delegation>;
	/** Does the name have a TXT record of exactly this text? Never throws. */
	text(name: string, text: string, signal?: AbortSignal): Promise<Presence>;
}
