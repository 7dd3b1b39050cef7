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
import type { Place, SharedBudget } from "./shared-budget";

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

/** A query that the budget of its server allows. */
interface Query {
	readonly server: RdapServer;
	readonly host: string;
	readonly place: Place;
	readonly signal: AbortSignal;
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
		// A name keeps its connection from DNS to the registry. Otherwise other names' DNS queries would take it in between,
		// and the first answer would wait for two rounds of DNS.
		const asked = await run(async () => {
			const delegation = await withDeadline(signal, timeouts.dns, (limit) => dns.delegation(name, limit));
			if (delegation === "delegated") return answer({ state: "taken" }, "dns");
			const server = serverOf(name, servers);
			if (!server) return answer(unknown("no RDAP server is known for this extension"), "none");
			const host = new URL(server.base).hostname;
			const ofServer = (verdict: Verdict) => answer(verdict, `rdap:${host}`);
			const place = await budget.enter(host, asker);
			if (place === "paused") return ofServer(unknown("the server is in its cooldown"));
			if (place === "busy" || place.waitMs > timeouts.queue) {
				if (place !== "busy") place.leave();
				return ofServer(unknown("too many queries for this server"));
			}
			const query = async () => ofServer(await queryServer(name, { server, host, place, signal }));
			return place.waitMs > 0 ? { waitMs: place.waitMs, query } : query();
		});
		if (!("query" in asked)) return asked;
		await pause(asked.waitMs, signal);
		return run(asked.query, { hasPriority: true });
	}

	async function queryServer(name: string, { server, host, place, signal }: Query): Promise<Verdict> {
		if (signal.aborted) {
			place.leave();
			return unknown("out of time");
		}
		const verdict = await withDeadline(signal, timeouts.rdap, async (limit) =>
			readRdapAnswer(
				name,
				await fetch(`${server.base}domain/${encodeURIComponent(name)}`, {
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
	}

	function checkAll(names: readonly string[], signal?: AbortSignal, asker?: string): AsyncIterable<RegistryAnswer> {
		const run = createConcurrencyLimit(connections);
		const deadline = AbortSignal.any([AbortSignal.timeout(timeouts.all), ...(signal ? [signal] : [])]);
		return inCompletionOrder(names.map((name) => check(name, { run, signal: deadline, asker })));
	}

	return {
		check: checkAll,

		/** Asks only if the server's budget allows it now, because a page waits for it. */
		async isTransferPending(name) {
			const server = serverOf(name, servers);
			if (!server) return false;
			const host = new URL(server.base).hostname;
			const place = await budget.enter(host);
			if (place === "paused" || place === "busy") return false;
			if (place.waitMs > 0) {
				place.leave();
				return false;
			}
			const signal = AbortSignal.timeout(timeouts.rdap);
			const { statuses = [] } = await queryServer(name, { server, host, place, signal });
			return statuses.includes("pending transfer");
		},

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
