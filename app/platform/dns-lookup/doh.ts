import type { Delegation, DnsLookup } from "./dns-lookup";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The numbers of the DNS: RCODE and the type of an NS record. */
const noError = 0;
const nameError = 3;
const nameserver = 2;

interface DnsJson {
	readonly Status?: number;
	readonly Answer?: readonly { readonly name?: string; readonly type?: number }[];
}

const endpoint = "https://cloudflare-dns.com/dns-query";

/** DNS over HTTPS in its JSON form (developers.cloudflare.com/1.1.1.1/encryption/dns-over-https). */
export function createDohLookup(fetch: Fetch): DnsLookup {
	return {
		async delegation(name, signal) {
			try {
				const url = `${endpoint}?name=${encodeURIComponent(name)}&type=NS`;
				const response = await fetch(url, { headers: { Accept: "application/dns-json" }, redirect: "manual", signal });
				if (response.status !== 200) {
					await response.body?.cancel();
					return "unknown";
				}
				return judge(name, await response.json());
			} catch {
				return "unknown";
			}
		},
	};
}

function judge(name: string, { Status, Answer = [] }: DnsJson): Delegation {
	if (Status === nameError) return "absent";
	const here = Answer.some(
		(record) => record.type === nameserver && record.name?.replace(/\.$/, "").toLowerCase() === name,
	);
	// SERVFAIL is also what a name with broken DNSSEC gives: it says nothing about who holds it.
	return Status === noError && here ? "delegated" : "unknown";
}
