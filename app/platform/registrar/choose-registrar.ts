import type { Database } from "~/db/client.server";
import { type Clock, systemClock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { createRdapRegistrar } from "./rdap";
import { rdapServers } from "./rdap-servers";
import type { Registrar } from "./registrar";
import { createSandboxRegistrar } from "./sandbox";
import { createServerHealth } from "./server-health";

/** What this isolate has learned of the registries' servers: they count by address, not by request. */
const registries = createServerHealth(systemClock);

/** The registrar that the configuration names; the stand-in keeps its books in `db`. */
export function chooseRegistrar(
	{ REGISTRAR, RDAP_OVERRIDES, ENVIRONMENT }: Pick<Config, "REGISTRAR" | "RDAP_OVERRIDES" | "ENVIRONMENT">,
	{ db, clock }: { db: Database; clock: Clock },
): Registrar {
	switch (REGISTRAR) {
		case "rdap": {
			const ask = (url: string, init: RequestInit) => fetch(url, init);
			const servers = rdapServers(RDAP_OVERRIDES);
			return createRdapRegistrar({ fetch: ask, dns: createDohLookup(ask), servers, health: registries, clock });
		}
		case "sandbox": {
			const patient = ENVIRONMENT === "test" ? { wait: async () => {} } : {};
			return createSandboxRegistrar({ db, clock, ...patient });
		}
	}
}
