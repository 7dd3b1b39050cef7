/**
 * Delegation of a name. `delegated` means that it is registered. `absent` does not mean that it is available: it may be
 * registered without nameservers, suspended or reserved. `unknown`: no usable answer.
 */
export type Delegation = "delegated" | "absent" | "unknown";

/** Whether a record exists. `unknown` if there was no answer. */
export type Presence = "found" | "missing" | "unknown";

/** DNS queries. Adapters: `doh` for the public DNS, and a stand-in for the sandbox registry. */
export interface DnsLookup {
	/** Never throws. */
	delegation(name: string, signal?: AbortSignal): Promise<Delegation>;
	/** Whether the name has a TXT record with exactly this text. Never throws. */
	text(name: string, text: string, signal?: AbortSignal): Promise<Presence>;
}
