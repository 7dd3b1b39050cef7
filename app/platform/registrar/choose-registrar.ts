import type { Database } from "~/db/client.server";
import { type Clock, systemClock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { createRdapRegistrar } from "./rdap";
import { rdapServers } from "./rdap-servers";
import type { Registrar } from "./registrar";
import { createSandboxRegistrar } from "./sandbox";
import { createServerHealth } from "./server-health";

/** Shared by all requests of the isolate, because registries limit by network address. */
const serverHealth = createServerHealth(systemClock);

/** The registrar that the configuration names. The stand-in stores its data in `db`. */
export function chooseRegistrar(
	{ REGISTRAR, RDAP_OVERRIDES, ENVIRONMENT }: Pick<Config, "REGISTRAR" | "RDAP_OVERRIDES" | "ENVIRONMENT">,
	{ db, clock }: { db: Database; clock: Clock },
): Registrar {
	switch (REGISTRAR) {
		case "rdap": {
			const ask = (url: string, init: RequestInit) => fetch(url, init);
			const servers = rdapServers(RDAP_OVERRIDES);
			return createRdapRegistrar({ fetch: ask, dns: createDohLookup(ask), servers, health: serverHealth, clock });
		}
		case "sandbox": {
			const withoutDelay = ENVIRONMENT === "test" ? { wait: async () => {} } : {};
			return createSandboxRegistrar({ db, clock, ...withoutDelay });
		}
	}
}
