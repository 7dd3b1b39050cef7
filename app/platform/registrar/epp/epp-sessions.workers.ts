import { connect } from "cloudflare:sockets";
import { DurableObject } from "cloudflare:workers";
import { systemClock } from "~/lib/clock";
import { MINUTE, SECOND } from "~/lib/durations";
import { serviceFetch } from "~/platform/service-fetch";
import { connectToBridge } from "./bridge-connection";
import type { EppCommand } from "./commands";
import { connectOver, type EppConnection } from "./connection";
import { createEppSession, type EppAccount, type EppSession, type Exchanged } from "./session";

export interface RegistryAccount extends EppAccount {
	/** `epp://host:700` for a direct connection, or the bridge's https address. */
	readonly url: string;
}

/** Registries may take this long for a command. */
const timeoutMs = 30 * SECOND;

/** After this time without a command the session ends, because registries count open sessions. */
const idleMs = 4 * MINUTE;

interface Bindings {
	/** Presents our client certificate to the bridge. */
	readonly EPP_BRIDGE?: Pick<Fetcher, "fetch">;
}

/**
 * The session at one registry, for all isolates: registries allow few sessions and one command at a time. Its name is the
 * registry's. The caller passes the account, because the object stores nothing.
 */
export class EppSessions extends DurableObject<Bindings> {
	#session: { readonly account: string; readonly session: EppSession } | undefined;
	#idle: ReturnType<typeof setTimeout> | undefined;

	async exchange(account: RegistryAccount, command: EppCommand): Promise<Exchanged> {
		clearTimeout(this.#idle);
		try {
			return await (await this.#sessionFor(account)).exchange(command);
		} finally {
			clearTimeout(this.#idle);
			this.#idle = setTimeout(() => void this.#session?.session.close(), idleMs);
		}
	}

	async #sessionFor(account: RegistryAccount): Promise<EppSession> {
		const text = JSON.stringify(account);
		if (this.#session?.account !== text) {
			const earlier = this.#session?.session;
			const session = createEppSession({ connect: () => this.#connect(account), account, clock: systemClock });
			this.#session = { account: text, session };
			await earlier?.close();
		}
		return this.#session.session;
	}

	async #connect({ url }: RegistryAccount): Promise<EppConnection> {
		const bridge = this.env.EPP_BRIDGE;
		if (url.startsWith("https://")) {
			if (!bridge) throw new Error("The binding EPP_BRIDGE is missing");
			const fetch = serviceFetch("epp_bridge", (address, init) => bridge.fetch(address, init));
			return connectToBridge({ fetch, url, timeoutMs: timeoutMs + 10 * SECOND });
		}
		const { hostname, port } = new URL(url);
		const address = { hostname, port: Number(port || 700) };
		return connectOver(connect(address, { secureTransport: "on", allowHalfOpen: false }), timeoutMs);
	}
}

/** The shared session of a registry. */
export const sharedSession = (
	objects: DurableObjectNamespace<EppSessions>,
	name: string,
	account: RegistryAccount,
): Pick<EppSession, "exchange"> => ({
	exchange: (command) =>
		objects
			.getByName(name)
			.exchange(account, command)
			.catch((error): Exchanged => ({ state: "unknown", message: String(error) })),
});
