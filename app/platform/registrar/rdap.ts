import type { Clock } from "~/lib/clock";
import { inCompletionOrder } from "~/lib/completion-order";
import { createConcurrencyLimit } from "~/lib/concurrency-limit";
import { SECOND } from "~/lib/durations";
import type { DnsLookup } from "~/platform/dns-lookup/dns-lookup";
import { pause } from "./pause";
import { readRdapAnswer, type Verdict } from "./rdap-answer";
import { type RdapServer, type RdapServers, serverOf } from "./rdap-servers";
import type { Op, Registrar, RegistryAnswer } from "./registrar";
import type { ServerHealth } from "./server-health";

/** Milliseconds: for the DNS, for one registry, in a server's queue, and for all names together. */
export interface Timeouts {
	readonly dns: number;
	readonly rdap: number;
	readonly queue: number;
	readonly all: number;
}

const usualTimeouts: Timeouts = { dns: 1_500, rdap: 3_000, queue: 2_500, all: 8 * SECOND };

interface Dependencies {
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly dns: DnsLookup;
	readonly servers: RdapServers;
	readonly health: ServerHealth;
	readonly clock: Clock;
	readonly timeouts?: Timeouts;
}

/** One search: its connections, until when, and who asks. */
interface Asking {
	readonly run: ReturnType<typeof createConcurrencyLimit>;
	readonly signal: AbortSignal;
	readonly asker: string | undefined;
}

/** A Worker may hold six connections at once for a request; a seventh would wait inside its own time-out. */
const connections = 6;

/**
 * Live look-ups: first the DNS (a delegated name is taken), then the registry's own RDAP server. Orders are not sent
 * anywhere: they wait for a person, who registers at the wholesaler.
 */
export function createRdapRegistrar({
	fetch,
	dns,
	servers,
	health,
	clock,
	timeouts = usualTimeouts,
}: Dependencies): Registrar {
	async function look(name: string, { run, signal, asker }: Asking): Promise<RegistryAnswer> {
		const answer = ({ state, reason }: Verdict, source: string): RegistryAnswer => ({
			...{ name, state, source, checkedAt: clock() },
			...(reason !== undefined && { reason }),
		});
		const delegation = await run(() => within(signal, timeouts.dns, (limit) => dns.delegation(name, limit)));
		if (delegation === "delegated") return answer({ state: "taken" }, "dns");
		const server = serverOf(name, servers);
		if (!server) return answer(silent("no RDAP server is known for this extension"), "none");
		return answer(await ask(name, server, { run, signal, asker }), `rdap:${new URL(server.base).hostname}`);
	}

	async function ask(name: string, { base }: RdapServer, { run, signal, asker }: Asking): Promise<Verdict> {
		const host = new URL(base).hostname;
		const delay = health.admit(host, asker);
		if (delay === undefined) return silent("the server is being left alone");
		if (delay > timeouts.queue) {
			health.leave(host, asker);
			return silent("too many questions for this server");
		}
		if (delay > 0) await pause(delay, signal);
		// Before the next names' DNS: the first answer is not to wait for every name's first step.
		const goOn = async () => {
			if (signal.aborted) {
				health.leave(host, asker);
				return silent("out of time");
			}
			const verdict = await within(signal, timeouts.rdap, async (limit) =>
				readRdapAnswer(
					name,
					await fetch(`${base}domain/${encodeURIComponent(name)}`, {
						headers: { Accept: "application/rdap+json" },
						// Followed blindly, a redirect leads to servers that are not bound to the extension.
						redirect: "manual",
						signal: limit,
					}),
				),
			);
			// A customer who leaves says nothing about the server.
			if (verdict === undefined) {
				if (!signal.aborted) health.failed(host);
			} else if (verdict.failed) health.failed(host, verdict.retryAfter);
			else health.answered(host);
			return verdict ?? silent("no answer in time");
		};
		return run(goOn, { hasPriority: true });
	}

	return {
		id: "rdap",

		check(names, signal, asker) {
			const run = createConcurrencyLimit(connections);
			const deadline = AbortSignal.any([AbortSignal.timeout(timeouts.all), ...(signal ? [signal] : [])]);
			return inCompletionOrder(names.map((name) => look(name, { run, signal: deadline, asker })));
		},

		register: async ({ opId, name, years }) => byHand(opId, `Register ${name} for ${years} year(s).`),
		transferIn: async ({ opId, name }) => byHand(opId, `Transfer ${name} to us.`),
		renew: async ({ opId, name, years }) => byHand(opId, `Renew ${name} for ${years} year(s).`),
		lookUp: async () => undefined,
		info: async () => undefined,
		update: async () => "by_hand",
		authCode: async () => undefined,
		remove: async () => "by_hand",
		op: async (ref) => byHand(ref, "See the order this belongs to."),
	};
}

/** Nothing is kept here: the same operation id gives the same answer because every order gives it. */
const byHand = (ref: string, action: string): Op => ({ ref, state: "action_required", action });

const silent = (reason: string): Verdict => ({ state: "unknown", reason });

/** The result, or undefined when it takes too long or fails: nobody has said anything then. */
async function within<T>(
	signal: AbortSignal,
	ms: number,
	work: (limit: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
	if (limit.aborted) return undefined;
	// A stand-in or a proxy may not listen to the signal: the time is up all the same.
	const late = new Promise<undefined>((resolve) =>
		limit.addEventListener("abort", () => resolve(undefined), { once: true }),
	);
	return Promise.race([late, work(limit).catch(() => undefined)]);
}
