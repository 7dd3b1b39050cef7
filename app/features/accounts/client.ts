import { clientKey } from "~/lib/client-key";
import { deviceOf } from "./known-devices";

/** The sender of a request. */
export interface Client {
	readonly userAgent: string;
	/** ISO 3166 code, from Cloudflare's edge. */
	readonly country: string | null;
	readonly city: string | null;
	/** Key for rate limits: an IPv4 address or an IPv6 /64. */
	readonly key: string;
	/** Value of the device cookie. See known-devices.ts. */
	readonly device?: string | null;
}

interface IncomingRequest {
	readonly headers: Headers;
	/** Cloudflare's data about the connection. */
	readonly cf?: unknown;
}

/** Reads the browser, the network address and its location from a request. */
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
