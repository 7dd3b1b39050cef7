import { type Config, usesSandboxRegistry } from "~/platform/config";
import type { RRset } from "~/platform/dns/dns-host";
import { serviceFetch } from "~/platform/service-fetch";
import type { DnsLookup } from "./dns-lookup";
import { createDohLookup } from "./doh";
import { createStandInLookup } from "./stand-in";

/** The public DNS with real registries, the stand-in with the sandbox registry. */
export function chooseDnsLookup(
	config: Pick<Config, "REGISTRARS">,
	published: (zone: string) => Promise<readonly RRset[]>,
): DnsLookup {
	if (usesSandboxRegistry(config)) return createStandInLookup(published);
	return createDohLookup(serviceFetch("dns_over_https"));
}
