import type { Database } from "~/db/client.server";
import { type Clock, systemClock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { createRdapRegistrar } from "./rdap";
import { rdapServers } from "./rdap-servers";
import type { Registrar } from "./registrar";
import type { RegistryBudget } from "./registry-budget.workers";
import { createSandboxRegistrar } from "./sandbox";
import { createSharedBudget, type IsolateBudgets } from "./shared-budget";

/** Shared by all requests of the isolate, because registries limit by network address. */
const isolateBudgets: IsolateBudgets = new Map();

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** The shared query budget of each registry server, by its host. */
	readonly budgets: DurableObjectNamespace<RegistryBudget>;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The registrar that the configuration names. The stand-in stores its data in `db`. */
export function chooseRegistrar(
	{ REGISTRAR, RDAP_OVERRIDES, ENVIRONMENT }: Pick<Config, "REGISTRAR" | "RDAP_OVERRIDES" | "ENVIRONMENT">,
	{ db, clock, budgets, waitUntil }: Dependencies,
): Registrar {
	switch (REGISTRAR) {
		case "rdap": {
			const ask = (url: string, init: RequestInit) => fetch(url, init);
			const servers = rdapServers(RDAP_OVERRIDES);
			const budget = createSharedBudget({
				clock: systemClock,
				isolate: isolateBudgets,
				exchange: (server, request) => budgets.getByName(server).exchange(request),
				waitUntil,
			});
			return createRdapRegistrar({ fetch: ask, dns: createDohLookup(ask), servers, budget, clock });
		}
		case "sandbox": {
			const withoutDelay = ENVIRONMENT === "test" ? { wait: async () => {} } : {};
			return createSandboxRegistrar({ db, clock, ...withoutDelay });
		}
	}
}
