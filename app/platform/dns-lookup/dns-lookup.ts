/**
 * What the DNS says of a name: `delegated` means that somebody holds it. `absent` proves nothing by itself (a name may
 * be held without nameservers, suspended, reserved), and `unknown` less.
 */
export type Delegation = "delegated" | "absent" | "unknown";

export interface DnsLookup {
	/** Never throws. */
	delegation(name: string, signal?: AbortSignal): Promise<Delegation>;
}
