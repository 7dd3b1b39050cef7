import { brand } from "~/brand";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import { serviceFetch } from "~/platform/service-fetch";
import { createCloudflareDns } from "./cloudflare/cloudflare";
import type { DnsHost } from "./dns-host";
import { createOwnedZones, createZoneIds } from "./owned-zones";
import { createPowerDns } from "./powerdns/powerdns";
import { createSandboxDns } from "./sandbox";

interface Dependencies {
	/** A separate handle, so that its round trips are not counted as the page's. */
	readonly db: Database;
	readonly clock: Clock;
}

type Settings = Pick<
	Config,
	"DNS" | "POWERDNS_URL" | "POWERDNS_API_KEY" | "CLOUDFLARE_DNS_ACCOUNT" | "CLOUDFLARE_DNS_TOKEN" | "REDIRECT_ADDRESSES"
>;

/** The DNS host that the configuration names. The configuration ensures that it has an address and a key. */
export function chooseDnsHost(settings: Settings, { db, clock }: Dependencies): DnsHost {
	const { POWERDNS_URL: url = "", POWERDNS_API_KEY: apiKey = "" } = settings;
	const { CLOUDFLARE_DNS_ACCOUNT: account = "", CLOUDFLARE_DNS_TOKEN: token = "", REDIRECT_ADDRESSES } = settings;
	const common = {
		nameservers: brand.nameservers,
		forwarding: REDIRECT_ADDRESSES.length > 0 ? ({ by: "records", addresses: REDIRECT_ADDRESSES } as const) : null,
	};
	switch (settings.DNS) {
		case "powerdns": {
			const server = createPowerDns({
				...{ ...common, url, apiKey, contact: brand.emails.technical },
				fetch: serviceFetch("powerdns"),
			});
			return createOwnedZones({ db, clock, server });
		}
		case "cloudflare": {
			const ids = createZoneIds({ db, clock });
			return createOwnedZones({
				db,
				clock,
				server: createCloudflareDns({ ...common, account, token, ids, fetch: serviceFetch("cloudflare_dns") }),
			});
		}
		case "sandbox":
			return createSandboxDns({ db, clock });
	}
}
