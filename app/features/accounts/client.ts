import { clientKey } from "../../lib/client-key";

/** Where a request comes from, as far as it can be told. */
export interface Client {
	readonly userAgent: string;
	/** ISO 3166 code, from Cloudflare's edge. */
	readonly country: string | null;
	/** What limits count: an IPv4 address or an IPv6 /64. */
	readonly key: string;
}

export function clientOf(headers: Headers): Client {
	return {
		userAgent: headers.get("User-Agent") ?? "",
		country: headers.get("CF-IPCountry"),
		key: clientKey(headers),
	};
}
