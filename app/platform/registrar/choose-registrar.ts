import type { Database } from "~/db/client.server";
import { type Clock, systemClock } from "~/lib/clock";
import { type Config, usesSandboxRegistry } from "~/platform/config";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { manualRegistrar } from "./manual";
import { createRdapLookups } from "./rdap";
import { rdapServers } from "./rdap-servers";
import type { Registrar } from "./registrar";
import { createRegistrars } from "./registrars";
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

/** The registrars that the configuration names. The stand-in stores its data in `db`. */
export function chooseRegistrar(
	{ REGISTRARS, RDAP_OVERRIDES, ENVIRONMENT }: Pick<Config, "REGISTRARS" | "RDAP_OVERRIDES" | "ENVIRONMENT">,
	{ db, clock, budgets, waitUntil }: Dependencies,
): Registrar {
	if (usesSandboxRegistry({ REGISTRARS })) {
		const withoutDelay = ENVIRONMENT === "test" ? { wait: async () => {} } : {};
		return createSandboxRegistrar({ db, clock, ...withoutDelay });
	}
	const ask = (url: string, init: RequestInit) => fetch(url, init);
	const servers = rdapServers(RDAP_OVERRIDES);
	const budget = createSharedBudget({
		clock: systemClock,
		isolate: isolateBudgets,
		exchange: (server, request) => budgets.getByName(server).exchange(request),
		waitUntil,
	});
	return createRegistrars({
		routes: REGISTRARS,
		adapters: { manual: manualRegistrar },
		lookups: createRdapLookups({ fetch: ask, dns: createDohLookup(ask), servers, budget, clock }),
	});
}
