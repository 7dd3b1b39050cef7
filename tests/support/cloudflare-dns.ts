import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { createCloudflareDns } from "~/platform/dns/cloudflare/cloudflare";
import { createOwnedZones, createZoneIds } from "~/platform/dns/owned-zones";
import { createCloudflareDnsService } from "../services/cloudflare-dns";

export const cloudflareToken = "token-of-the-tests-0000000000000000000000";
const account = "0123456789abcdef0123456789abcdef";

/** A host at the local server that behaves like Cloudflare, for which the shop's nameservers are ours. */
export function aCloudflareDns({
	clock = Date.now,
	token = cloudflareToken,
	callsAllowed = 1_200,
	nameservers = ["ns1.kikoa.example", "ns2.kikoa.example"],
} = {}) {
	const service = createCloudflareDnsService({ clock, token: cloudflareToken, account, nameservers, callsAllowed });
	/** As each message of a queue gets its own. */
	const newHost = () =>
		createOwnedZones({
			db: createDatabase(env.DB),
			clock,
			server: createCloudflareDns({
				...{ account, token, nameservers, forwarding: null, timeoutMs: 1_000 },
				ids: createZoneIds({ db: createDatabase(env.DB), clock }),
				fetch: (address, init) => service.fetch(new Request(address, init)),
			}),
		});
	return { service, newHost, host: newHost() };
}
