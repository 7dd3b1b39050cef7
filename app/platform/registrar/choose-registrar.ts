import type { Database } from "~/db/client.server";
import { type Clock, systemClock } from "~/lib/clock";
import { sha256Hex } from "~/lib/sha256";
import { type AccessToken, sharedToken } from "~/platform/access-token/shared-token.workers";
import { type Config, usesSandboxRegistry } from "~/platform/config";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";
import { serviceFetch } from "~/platform/service-fetch";
import { listedBy } from "./cost-settings";
import { createEppRegistrar } from "./epp/epp";
import { type EppSessions, sharedSession } from "./epp/epp-sessions.workers";
import { manualRegistrar } from "./manual";
import { createOpenProviderRegistrar } from "./openprovider/openprovider";
import { createRdapLookups } from "./rdap";
import { rdapServers, serverOf } from "./rdap-servers";
import type { Registrar, RegistrarAdapter } from "./registrar";
import { createRegistrars } from "./registrars";
import type { RegistryBudget } from "./registry-budget.workers";
import { createResellerClubRegistrar } from "./resellerclub/resellerclub";
import { createSandboxRegistrar } from "./sandbox";
import { createSharedBudget, type IsolateBudgets } from "./shared-budget";

/** Shared by all requests of the isolate, because registries limit by network address. */
const isolateBudgets: IsolateBudgets = new Map();

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** The shared query budget of each registry server, by its host. */
	readonly budgets: DurableObjectNamespace<RegistryBudget>;
	readonly accessTokens: DurableObjectNamespace<AccessToken>;
	readonly eppSessions: DurableObjectNamespace<EppSessions>;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The registrars that the configuration names. The stand-in stores its data in `db`. */
export function chooseRegistrar(config: Config, dependencies: Dependencies): Registrar {
	const { REGISTRARS, RDAP_OVERRIDES, ENVIRONMENT } = config;
	const { db, clock, budgets, waitUntil } = dependencies;
	if (usesSandboxRegistry({ REGISTRARS })) {
		const withoutDelay = ENVIRONMENT === "test" ? { wait: async () => {} } : {};
		return createSandboxRegistrar({ db, clock, ...withoutDelay });
	}
	const servers = rdapServers(RDAP_OVERRIDES);
	const budget = createSharedBudget({
		clock: systemClock,
		isolate: isolateBudgets,
		exchange: (server, request) => budgets.getByName(server).exchange(request),
		waitUntil,
	});
	return createRegistrars({
		routes: REGISTRARS,
		adapters: {
			manual: { ...manualRegistrar, ...listedBy("manual", config.REGISTRAR_COSTS) },
			...(config.EPP_REGISTRIES.length > 0 && { epp: epp(config, dependencies) }),
			...(config.RESELLERCLUB_ID && { resellerclub: resellerClub(config, dependencies) }),
			...(config.OPENPROVIDER_USERNAME && { openprovider: openProvider(config, dependencies) }),
		},
		lookups: createRdapLookups({
			fetch: serviceFetch("rdap"),
			dns: createDohLookup(serviceFetch("dns_over_https")),
			...{ servers, budget, clock },
		}),
		hasLookup: (name) => serverOf(name, servers) !== undefined,
	});
}

/** The configuration ensures that the password is set, too. */
function openProvider(
	{
		OPENPROVIDER_USERNAME: username = "",
		OPENPROVIDER_PASSWORD: password = "",
		OPENPROVIDER_PASSWORD_PREVIOUS: previousPassword,
		OPENPROVIDER_URL: url,
	}: Config,
	{ db, clock, accessTokens }: Dependencies,
): RegistrarAdapter {
	return createOpenProviderRegistrar({
		...{ db, clock, url, username, password, previousPassword },
		rateLimiter: createD1RateLimiter({ db, clock }),
		sharedToken: sharedToken(accessTokens, `openprovider ${sha256Hex(`${url} ${username}`)}`),
		fetch: serviceFetch("openprovider"),
	});
}

function epp(
	{ EPP_REGISTRIES, EPP_PASSWORDS, EPP_PASSWORDS_PREVIOUS, REGISTRAR_COSTS: costs }: Config,
	{ db, clock, eppSessions }: Dependencies,
) {
	const registries = EPP_REGISTRIES.map(({ name, tlds, url, user, readsPerMinute }) => {
		const password = EPP_PASSWORDS.get(name) ?? "";
		const account = { url, user, password, previousPassword: EPP_PASSWORDS_PREVIOUS.get(name) };
		return { name, tlds, client: user, readsPerMinute, session: sharedSession(eppSessions, name, account) };
	});
	return { ...createEppRegistrar({ db, clock, registries }), ...listedBy("epp", costs) };
}

/** The configuration ensures that the key is set, too. */
function resellerClub(
	{ RESELLERCLUB_ID: resellerId = "", RESELLERCLUB_API_KEY: apiKey = "", RESELLERCLUB_URL: url }: Config,
	{ db, clock }: Dependencies,
): RegistrarAdapter {
	return createResellerClubRegistrar({
		...{ db, clock, url, resellerId, apiKey },
		rateLimiter: createD1RateLimiter({ db, clock }),
		fetch: serviceFetch("resellerclub"),
	});
}
