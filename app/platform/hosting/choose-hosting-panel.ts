import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import { type Fetch, serviceFetch } from "~/platform/service-fetch";
import { createDirectAdminServer, panelOrigin as directAdminOrigin } from "./directadmin/directadmin";
import type { HostingPanel } from "./hosting-panel";
import { createHostingServers } from "./servers/hosting-servers";
import { createWhmServer, panelOrigin as whmOrigin } from "./whm/whm";

interface Dependencies {
	/** Knows the accounts of all customers, because the places on a server are counted over all of them. */
	readonly db: Database;
	readonly clock: Clock;
	readonly sandbox: () => HostingPanel;
	/** In place of the one of the service. For tests. */
	readonly fetch?: Fetch;
}

/** The hosting panel that the configuration names. The configuration ensures that each server has a token. */
export function chooseHostingPanel(
	{ HOSTING, HOSTING_SERVERS, HOSTING_TOKENS }: Pick<Config, "HOSTING" | "HOSTING_SERVERS" | "HOSTING_TOKENS">,
	{ db, clock, sandbox, fetch: request }: Dependencies,
): HostingPanel {
	switch (HOSTING) {
		case "sandbox":
			return sandbox();
		case "servers": {
			const servers = HOSTING_SERVERS.map(({ panel, host, user, temporaryDomain = host, ...server }) => {
				const options = {
					host,
					user,
					token: HOSTING_TOKENS.get(server.name) ?? "",
					clock,
					fetch: request ?? serviceFetch(panel),
				};
				return { ...server, temporaryDomain, panel: panels[panel].create(options).panel };
			});
			return createHostingServers({ db, clock, servers });
		}
	}
}

/** The addresses of the panels that customers sign in to, for the content security policy. */
export const panelOrigins = ({ HOSTING, HOSTING_SERVERS }: Pick<Config, "HOSTING" | "HOSTING_SERVERS">): string[] =>
	HOSTING === "sandbox" ? [] : HOSTING_SERVERS.map(({ panel, host }) => panels[panel].origin(host));

const panels = {
	whm: { create: createWhmServer, origin: whmOrigin },
	directadmin: { create: createDirectAdminServer, origin: directAdminOrigin },
} as const;
