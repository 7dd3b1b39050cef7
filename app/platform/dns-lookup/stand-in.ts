import type { DnsHost } from "../dns/dns-host";
import type { DnsLookup } from "./dns-lookup";

/** Names that begin with this word have every TXT record that is asked for. */
const provenName = /(?:^|\.)proven[^.]*\./;

/** Answers where names are invented: from the zones of our own nameservers, and by the word that a name begins with. */
export function createStandInLookup(host: Pick<DnsHost, "list">): DnsLookup {
	return {
		delegation: async () => "unknown",

		async text(name, text) {
			if (provenName.test(name)) return "found";
			const labels = name.split(".");
			const zones = await Promise.all(labels.map((_, index) => host.list(labels.slice(index).join("."))));
			const published = zones
				.flatMap((zone) => zone?.rrsets ?? [])
				.some((set) => set.type === "TXT" && set.name === `${name}.` && set.values.includes(`"${text}"`));
			return published ? "found" : "missing";
		},
	};
}
