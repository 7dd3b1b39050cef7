import { clientKey } from "~/lib/client-key";
import { deviceOf } from "./known-devices";

/** Where a request comes from, as far as it can be told. */
export interface Client {
	readonly userAgent: string;
	/** ISO 3166 code, from Cloudflare's edge. */
	readonly country: string | null;
	readonly city: string | null;
	/** What limits count: an IPv4 address or an IPv6 /64. */
	readonly key: string;
	/** The value of the device's cookie; see known-devices.ts. */
	readonly device?: string | null;
}

interface IncomingRequest {
	readonly headers: Headers;
	/** What Cloudflare's edge found out about the connection. */
	readonly cf?: unknown;
}

/** Who asks, as far as a list of sign-ins says: the browser, and the place that Cloudflare knows of the address. */
export function clientOf({ headers, cf }: IncomingRequest, appOrigin: string): Client {
	const { country, city } = (cf ?? {}) as { country?: unknown; city?: unknown };
	return {
		userAgent: headers.get("User-Agent") ?? "",
		country: typeof country === "string" ? country : null,
		city: typeof city === "string" ? city.slice(0, 80) : null,
		key: clientKey(headers),
		device: deviceOf(appOrigin, headers.get("Cookie")),
	};
}
