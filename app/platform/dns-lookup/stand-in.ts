import type { RRset } from "~/platform/dns/dns-host";
import type { DnsLookup } from "./dns-lookup";

/** Names that begin with this word have every TXT record. */
const provenName = /(?:^|\.)proven[^.]*\./;

/** DNS for the sandbox registry: answers from the zones of our nameservers, or by the word that a name begins with. */
export function createStandInLookup(published: (zone: string) => Promise<readonly RRset[]>): DnsLookup {
	return {
		delegation: async () => "unknown",

		async text(name, text) {
			if (provenName.test(name)) return "found";
			const labels = name.split(".");
			const zones = await Promise.all(labels.map((_, index) => published(labels.slice(index).join("."))));
			const found = zones
				.flat()
				.some((set) => set.type === "TXT" && set.name === `${name}.` && set.values.includes(`"${text}"`));
			return found ? "found" : "missing";
		},
	};
}
