import { brand } from "~/brand";
import type { Clock } from "~/lib/clock";
import { inCompletionOrder } from "~/lib/completion-order";
import { createConcurrencyLimit } from "~/lib/concurrency-limit";
import { SECOND } from "~/lib/durations";
import type { DnsLookup } from "~/platform/dns-lookup/dns-lookup";
import { userAgent } from "~/platform/user-agent";
import { pause } from "./pause";
import { readRdapAnswer, type Verdict } from "./rdap-answer";
import { type RdapServer, type RdapServers, serverOf } from "./rdap-servers";
import type { Availability, RegistryAnswer } from "./registrar";
import { longestWaitMs } from "./server-budget";
import type { SharedBudget } from "./shared-budget";

/** Milliseconds: for DNS, one registry, waiting in a server's queue, and all names together. */
export interface Timeouts {
	readonly dns: number;
	readonly rdap: number;
	readonly queue: number;
	readonly all: number;
}

const defaultTimeouts: Timeouts = { dns: 1_500, rdap: 3_000, queue: longestWaitMs, all: 8 * SECOND };

interface Dependencies {
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly dns: DnsLookup;
	readonly servers: RdapServers;
	readonly budget: SharedBudget;
	readonly clock: Clock;
	readonly timeouts?: Timeouts;
}

interface Search {
	readonly run: ReturnType<typeof createConcurrencyLimit>;
	readonly signal: AbortSignal;
	readonly asker: string | undefined;
}

/** A Worker can open six connections at the same time per request. A seventh would wait while its timeout runs. */
const connections = 6;

/** Live lookups: first DNS (a delegated name is taken), then the registry's RDAP server. */
export function createRdapLookups({
	fetch,
	dns,
	servers,
	budget,
	clock,
	timeouts = defaultTimeouts,
}: Dependencies): Availability {
	async function check(name: string, { run, signal, asker }: Search): Promise<RegistryAnswer> {
		const answer = ({ state, reason }: Verdict, source: string): RegistryAnswer => ({
			...{ name, state, source, checkedAt: clock() },
			...(reason !== undefined && { reason }),
		});
		const delegation = await run(() => withDeadline(signal, timeouts.dns, (limit) => dns.delegation(name, limit)));
		if (delegation === "delegated") return answer({ state: "taken" }, "dns");
		const server = serverOf(name, servers);
		if (!server) return answer(unknown("no RDAP server is known for this extension"), "none");
		return answer(await ask(name, server, { run, signal, asker }), `rdap:${new URL(server.base).hostname}`);
	}

	async function ask(name: string, { base }: RdapServer, { run, signal, asker }: Search): Promise<Verdict> {
		const host = new URL(base).hostname;
		const place = await budget.enter(host, asker);
		if (place === "paused") return unknown("the server is in its cooldown");
		if (place === "busy" || place.waitMs > timeouts.queue) {
			if (place !== "busy") place.leave();
			return unknown("too many queries for this server");
		}
		if (place.waitMs > 0) await pause(place.waitMs, signal);
		// With priority over other names' DNS queries, so that the first answer doesn't wait for all of them.
		const query = async () => {
			if (signal.aborted) {
				place.leave();
				return unknown("out of time");
			}
			const verdict = await withDeadline(signal, timeouts.rdap, async (limit) =>
				readRdapAnswer(
					name,
					await fetch(`${base}domain/${encodeURIComponent(name)}`, {
						headers: { ...userAgent, Accept: "application/rdap+json" },
						// A redirect could lead to a server that is not responsible for the extension.
						redirect: "manual",
						signal: limit,
					}),
				),
			);
			// An aborted search is not a failure of the server.
			if (verdict === undefined) {
				if (!signal.aborted) budget.failed(host);
			} else if (verdict.failed) budget.failed(host, verdict.retryAfter);
			else budget.answered(host);
			return verdict ?? unknown("no answer in time");
		};
		return run(query, { hasPriority: true });
	}

	function checkAll(names: readonly string[], signal?: AbortSignal, asker?: string): AsyncIterable<RegistryAnswer> {
		const run = createConcurrencyLimit(connections);
		const deadline = AbortSignal.any([AbortSignal.timeout(timeouts.all), ...(signal ? [signal] : [])]);
		return inCompletionOrder(names.map((name) => check(name, { run, signal: deadline, asker })));
	}

	return {
		check: checkAll,

		async probe() {
			for await (const { name, state, reason } of checkAll(probedNames))
				if (state === "unknown") throw new Error(`${name}: ${reason}`);
		},
	};
}

/** Names that are not registered, because DNS alone answers for those that are. */
const probedNames = ["co.ke", "com"].map((tld) => `${brand.wordmark}-probe-of-the-registry.${tld}`);

const unknown = (reason: string): Verdict => ({ state: "unknown", reason });

/** The result, or undefined if the work fails or takes too long. */
async function withDeadline<T>(
	signal: AbortSignal,
	ms: number,
	work: (limit: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
	if (limit.aborted) return undefined;
	// The work may ignore the signal.
	const deadline = new Promise<undefined>((resolve) =>
		limit.addEventListener("abort", () => resolve(undefined), { once: true }),
	);
	return Promise.race([deadline, work(limit).catch(() => undefined)]);
}
