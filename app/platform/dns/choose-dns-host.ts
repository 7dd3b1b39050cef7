import { brand } from "~/brand";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import type { DnsHost } from "./dns-host";
import { createOwnedZones } from "./owned-zones";
import { createPowerDns } from "./powerdns/powerdns";
import { createSandboxDns } from "./sandbox";

interface Dependencies {
	/** A separate handle, so that its round trips are not counted as the page's. */
	readonly db: Database;
	readonly clock: Clock;
}

/** The DNS host that the configuration names. The configuration ensures that `powerdns` has an address and a key. */
export function chooseDnsHost(
	{
		DNS,
		POWERDNS_URL = "",
		POWERDNS_API_KEY = "",
		REDIRECT_ADDRESSES,
	}: Pick<Config, "DNS" | "POWERDNS_URL" | "POWERDNS_API_KEY" | "REDIRECT_ADDRESSES">,
	{ db, clock }: Dependencies,
): DnsHost {
	switch (DNS) {
		case "powerdns": {
			const server = createPowerDns({
				url: POWERDNS_URL,
				apiKey: POWERDNS_API_KEY,
				nameservers: brand.nameservers,
				contact: brand.emails.technical,
				forwarding: REDIRECT_ADDRESSES.length > 0 ? { by: "records", addresses: REDIRECT_ADDRESSES } : null,
				fetch: (url, init) => fetch(url, init),
			});
			return createOwnedZones({ db, clock, server });
		}
		case "sandbox":
			return createSandboxDns({ db, clock });
	}
}
