import type { Config } from "~/platform/config";
import type { RRset } from "~/platform/dns/dns-host";
import type { DnsLookup } from "./dns-lookup";
import { createDohLookup } from "./doh";
import { createStandInLookup } from "./stand-in";

/** The public DNS with real registries, the stand-in with the sandbox registry. */
export function chooseDnsLookup(
	{ REGISTRAR }: Pick<Config, "REGISTRAR">,
	published: (zone: string) => Promise<readonly RRset[]>,
): DnsLookup {
	switch (REGISTRAR) {
		case "rdap":
			return createDohLookup((url, init) => fetch(url, init));
		case "sandbox":
			return createStandInLookup(published);
	}
}
