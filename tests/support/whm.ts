import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { createHostingServers, type HostingServer } from "~/platform/hosting/servers/hosting-servers";
import { createWhmServer } from "~/platform/hosting/whm/whm";
import { createWhmService } from "../services/whm";

const db = createDatabase(env.DB);
const token = "T0KENOFTHETESTS";
let next = 1;

type Settings = Partial<Pick<HostingServer, "capacity" | "closed">> & Parameters<typeof aWhmServer>[0];

/** A WHM server with its own name, and its adapter. `given`: the token that the adapter has. */
export function aWhmServer({
	clock = Date.now,
	given = token,
	...options
}: Partial<Parameters<typeof createWhmService>[0]> & { readonly given?: string } = {}) {
	const name = `web${next++}`;
	const whm = createWhmService({ host: `${name}.kikoa.test`, token, clock, ...options });
	const fetch = ((url: string, init: RequestInit) => whm.fetch(new Request(url, init))) as typeof globalThis.fetch;
	const timeouts = { usual: 100, long: 100 };
	return {
		name,
		whm,
		adapter: createWhmServer({ host: whm.host, user: "kikoa", token: given, clock, fetch, timeouts }),
	};
}

/** A hosting panel with these servers, by default one with ten places. */
export function whmPanel(settings: readonly Settings[] = [{}], clock: () => number = Date.now) {
	const made = settings.map(({ capacity = 10, closed = false, ...options }) => {
		const { name, whm, adapter } = aWhmServer({ clock, ...options });
		const server: HostingServer = { name, capacity, closed, temporaryDomain: whm.host, panel: adapter.panel };
		return { name, whm, server };
	});
	const servers = made.map(({ server }) => server);
	const [first] = made;
	if (!first) throw new Error("no server");
	return {
		panel: createHostingServers({ db, clock, servers }),
		/** The same servers with other settings, by position. */
		again: (changed: readonly Partial<HostingServer>[]) =>
			createHostingServers({ db, clock, servers: servers.map((one, index) => ({ ...one, ...changed[index] })) }),
		name: first.name,
		whm: first.whm,
		all: made,
	};
}
