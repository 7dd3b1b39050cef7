import type { Delegation, DnsLookup, Presence } from "./dns-lookup";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The numbers of the DNS: RCODEs and record types. */
const noError = 0;
const nameError = 3;
const types = { NS: 2, TXT: 16 } as const;

interface DnsRecord {
	readonly name?: string;
	readonly type?: number;
	readonly data?: string;
}

interface DnsJson {
	readonly Status?: number;
	readonly Answer?: readonly DnsRecord[];
}

const endpoint = "https://cloudflare-dns.com/dns-query";

/** DNS over HTTPS in its JSON form (developers.cloudflare.com/1.1.1.1/encryption/dns-over-https). */
export function createDohLookup(fetch: Fetch): DnsLookup {
	/** Null if there was no answer. */
	async function ask(name: string, type: keyof typeof types, signal?: AbortSignal): Promise<DnsJson | null> {
		try {
			const url = `${endpoint}?name=${encodeURIComponent(name)}&type=${type}`;
			const response = await fetch(url, { headers: { Accept: "application/dns-json" }, redirect: "manual", signal });
			if (response.status === 200) return await response.json();
			await response.body?.cancel();
			return null;
		} catch {
			return null;
		}
	}

	return {
		async delegation(name, signal): Promise<Delegation> {
			const answer = await ask(name, "NS", signal);
			if (!answer) return "unknown";
			if (answer.Status === nameError) return "absent";
			const here = recordsOf(answer, "NS").some((record) => hostOf(record) === name);
			// SERVFAIL proves nothing: a registered name with broken DNSSEC also returns it.
			return answer.Status === noError && here ? "delegated" : "unknown";
		},

		async text(name, text, signal): Promise<Presence> {
			const answer = await ask(name, "TXT", signal);
			if (answer?.Status === nameError) return "missing";
			if (answer?.Status !== noError) return "unknown";
			return recordsOf(answer, "TXT").some(({ data = "" }) => textOf(data) === text) ? "found" : "missing";
		},
	};
}

const recordsOf = ({ Answer = [] }: DnsJson, type: keyof typeof types): readonly DnsRecord[] =>
	Answer.filter((record) => record.type === types[type]);

const hostOf = ({ name }: DnsRecord) => name?.replace(/\.$/, "").toLowerCase();

/** Joins the quoted strings of a TXT record, at most 255 bytes each. */
function textOf(data: string): string {
	const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, string = ""]) => string);
	return strings.length > 0 ? strings.join("") : data;
}
