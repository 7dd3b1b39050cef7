import { brand } from "~/brand";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { type Config, otherNameserversOf } from "~/platform/config";
import { serviceFetch } from "~/platform/service-fetch";
import { createCloudflareDns } from "./cloudflare/cloudflare";
import type { MovableHost } from "./dns-host";
import { createDnsHosts, type DnsHosts, oneDnsHost } from "./dns-hosts";
import { createOwnedZones, createZoneIds, type ZoneServer } from "./owned-zones";
import { createPowerDns } from "./powerdns/powerdns";
import { createSandboxDns } from "./sandbox";

interface Dependencies {
	/** A separate handle, so that its round trips are not counted as the page's. */
	readonly db: Database;
	readonly clock: Clock;
}

type Settings = Pick<
	Config,
	| "DNS"
	| "POWERDNS_URL"
	| "POWERDNS_API_KEY"
	| "POWERDNS_API_KEY_PREVIOUS"
	| "CLOUDFLARE_DNS_ACCOUNT"
	| "CLOUDFLARE_DNS_TOKEN"
	| "REDIRECT_ADDRESSES"
>;

/** The DNS services that the configuration lists. The configuration ensures that each has an address and a key. */
export function chooseDnsHosts(settings: Settings, dependencies: Dependencies): DnsHosts {
	const [first = "sandbox", ...others] = settings.DNS;
	if (first === "sandbox") return oneDnsHost(createSandboxDns(dependencies));
	return createDnsHosts(dependencies.db, {
		first: createHost(first, brand.nameservers, settings, dependencies),
		others: others.flatMap((service) =>
			service === "sandbox" ? [] : [createHost(service, otherNameserversOf(service) ?? [], settings, dependencies)],
		),
	});
}

function createHost(
	service: ZoneServer["id"],
	nameservers: readonly string[],
	settings: Settings,
	{ db, clock }: Dependencies,
): MovableHost {
	const { POWERDNS_URL: url = "", POWERDNS_API_KEY: apiKey = "" } = settings;
	const { POWERDNS_API_KEY_PREVIOUS: previousApiKey } = settings;
	const { CLOUDFLARE_DNS_ACCOUNT: account = "", CLOUDFLARE_DNS_TOKEN: token = "", REDIRECT_ADDRESSES } = settings;
	const common = {
		nameservers,
		forwarding: REDIRECT_ADDRESSES.length > 0 ? ({ by: "records", addresses: REDIRECT_ADDRESSES } as const) : null,
	};
	switch (service) {
		case "powerdns": {
			const server = createPowerDns({
				...{ ...common, url, apiKey, previousApiKey, contact: brand.emails.technical },
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
	}
}
