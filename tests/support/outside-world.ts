import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { DAY, MINUTE } from "~/lib/durations";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { createOwnedZones } from "~/platform/dns/owned-zones";
import { createPowerDns } from "~/platform/dns/powerdns/powerdns";
import { createHostingServers } from "~/platform/hosting/servers/hosting-servers";
import { createWhmServer } from "~/platform/hosting/whm/whm";
import { createMpesaProvider } from "~/platform/payment/mpesa/mpesa-provider";
import { createPaystackProvider } from "~/platform/payment/paystack/paystack-provider";
import type { QueueMessage } from "~/platform/queues/queues";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";
import { createOpenProviderRegistrar } from "~/platform/registrar/openprovider/openprovider";
import { createRegistrars } from "~/platform/registrar/registrars";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import type { Overrides } from "~/services.server";
import { runTasks } from "../../workers/jobs/schedule";
import { createDarajaServer, darajaAccount } from "../services/daraja";
import { createOpenProvider } from "../services/openprovider";
import { createPaystackServer, paystackKey } from "../services/paystack";
import { createPowerDnsService } from "../services/powerdns";
import { createWhmService } from "../services/whm";
import { withPaybill } from "./daraja";
import { testServices } from "./factories";
import { faultyMailer } from "./mail";

/**
 * What happens to one outside call. `error`: answered with 500, and nothing done. `silent`: no answer, and nothing done.
 * `lost`: done, but the answer does not arrive. A message to us is not delivered, or delivered twice if it is `lost`.
 */
export type OutsideFault = "error" | "silent" | "lost";

interface Options {
	/** Which calls meet which fault, by their position among all outside calls of this world, from 0. */
	readonly faultAt?: (call: { readonly index: number; readonly name: string }) => OutsideFault | undefined;
}

/** Crons of wrangler.toml by how often the world runs them. */
const crons = { minute: "* * * * *", hour: "7 * * * *", day: ["23 2 * * *", "23 5 * * *"] } as const;

/**
 * A shop whose outside services are local servers that behave as the real ones: M-Pesa (Daraja), Paystack, OpenProvider,
 * PowerDNS, WHM and a mail service. Its clock moves only when the test says so, and its queues and crons then run.
 */
export function anOutsideWorld({ faultAt = () => undefined }: Options = {}) {
	// In winter, because the registrar's local server reports times that are an hour ahead of UTC.
	let now = Date.UTC(2026, 11, 15, 9);
	const clock = () => now;
	const db = createDatabase(env.DB);
	const calls: string[] = [];
	const faults: { readonly name: string; readonly fault: OutsideFault }[] = [];

	function nextFault(name: string): OutsideFault | undefined {
		const fault = faultAt({ index: calls.length, name });
		calls.push(name);
		if (fault) faults.push({ name, fault });
		return fault;
	}

	/** The service's server, with the faults of this world. */
	const reach =
		(service: string, handle: (request: Request) => Promise<Response> | Response) => async (request: Request) => {
			const { pathname } = new URL(request.url);
			switch (nextFault(`${service} ${request.method} ${withoutIds(pathname)}`)) {
				case "error":
					return new Response("Internal Server Error", { status: 500 });
				case "silent":
					throw new DOMException("The operation timed out", "TimeoutError");
				case "lost":
					await handle(request);
					throw new TypeError("Network connection lost.");
				default:
					return handle(request);
			}
		};
	const asFetch = (reached: (request: Request) => Promise<Response>) =>
		((url: string, init: RequestInit) => reached(new Request(url, init))) as typeof fetch;

	const daraja = createDarajaServer({ clock });
	const paystack = createPaystackServer({ clock });
	const openProvider = createOpenProvider({ clock });
	const powerDns = createPowerDnsService({ clock, apiKey: "key-of-the-tests-0000" });
	const whm = createWhmService({ host: "web1.kikoa.test", token: "T0KENOFTHETESTS", clock });
	const mail = faultyMailer();

	const account = `test ${crypto.randomUUID()}`;
	const mpesa = createMpesaProvider({
		...{ ...darajaAccount, paybill: null, clock, sharedToken: sharedToken(env.ACCESS_TOKENS, account) },
		initiator: withPaybill.initiator,
		fetch: asFetch(reach("M-Pesa", daraja.fetch)),
	});
	const cards = createPaystackProvider({
		...{ secretKey: paystackKey, currencies: ["KES", "USD"], clock, timeoutMs: 500 },
		fetch: asFetch(reach("Paystack", paystack.fetch)),
	});
	const registrarAdapter = createOpenProviderRegistrar({
		...{ db: createDatabase(env.DB), clock, url: "https://api.openprovider.test", timeoutMs: 500 },
		...{ username: "shop", password: "secret", rateLimiter: createD1RateLimiter({ db, clock }) },
		fetch: asFetch(reach("Registrar", (request) => openProvider.fetch(request.url, request))),
		sharedToken: sharedToken(env.ACCESS_TOKENS, `${account} registrar`),
	});
	const server = createPowerDns({
		...{ url: "http://dns.test", apiKey: "key-of-the-tests-0000", forwarding: null, timeoutMs: 500 },
		...{ nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"], contact: "tech@kikoa.example" },
		fetch: asFetch(reach("DNS", powerDns.fetch)),
	});
	const { panel } = createWhmServer({
		...{ host: whm.host, user: "kikoa", token: "T0KENOFTHETESTS", clock, timeouts: { usual: 500, long: 500 } },
		fetch: asFetch(reach("Hosting", whm.fetch)),
	});

	const messages: { readonly id: string; readonly at: number }[] = [];
	const overrides: Overrides = {
		clock,
		dnsHost: createOwnedZones({ db: createDatabase(env.DB), clock, server }),
		hostingPanel: createHostingServers({
			...{ db: createDatabase(env.DB), clock },
			servers: [{ name: "web1", capacity: 10, closed: false, temporaryDomain: whm.host, panel }],
		}),
		mailer: {
			async send(message, key) {
				const fault = nextFault("Mail send");
				if (fault === "error") return { state: "delayed", reason: "The mail service answered 500" };
				if (fault === "silent") throw new DOMException("The operation timed out", "TimeoutError");
				const sent = await mail.mailer.send(message, key);
				if (fault === "lost") throw new TypeError("Network connection lost.");
				return sent;
			},
		},
		paymentProviders: [mpesa, cards],
		queues: {
			async send(_, list) {
				messages.push(
					...list.map(({ outboxId, delaySeconds }: QueueMessage & { readonly delaySeconds: number }) => ({
						id: outboxId,
						at: now + delaySeconds * 1_000,
					})),
				);
			},
		},
		registrar: createRegistrars({
			routes: [{ id: "openprovider", tlds: ["*"] }],
			adapters: { openprovider: registrarAdapter },
			lookups: createSandboxRegistrar({ db, clock, wait: async () => {} }),
			hasLookup: () => true,
		}),
	};
	const newServices = () => testServices(overrides);
	const services = newServices();

	/** Delivers the messages of the queues that are due, with those that they cause. */
	async function deliverMessages(): Promise<void> {
		for (let due = takeDue(); due.length > 0; due = takeDue())
			for (const { id } of due) {
				const verdict = await newServices().outbox.deliver(id);
				if (typeof verdict === "object") messages.push({ id, at: now + Math.max(verdict.retryInSeconds, 1) * 1_000 });
			}
	}
	function takeDue() {
		const due = messages.filter(({ at }) => at <= now);
		messages.splice(0, messages.length, ...messages.filter(({ at }) => at > now));
		return due;
	}

	/** Delivers the results of reversals of M-Pesa payments. */
	async function deliverResults(): Promise<void> {
		for (const { url, body } of daraja.takeResults()) {
			const [name = "", , token = ""] = new URL(url).pathname.split("/").slice(-3);
			const text = new TextEncoder().encode(JSON.stringify(body));
			await world.receive("M-Pesa result", () => services.refunds.receiveResult(name, token, text));
		}
	}

	async function run(cron: string): Promise<void> {
		await runTasks(cron, newServices);
		await deliverMessages();
	}

	/** Whether events or jobs wait for a retry. */
	async function isBusy(): Promise<boolean> {
		const waiting = await env.DB.prepare(
			`select (select count(*) from outbox where state not in ('sent', 'dead') and next_at < ?1)
				+ (select count(*) from jobs where state in ('queued', 'running') and next_at < ?1) as n`,
		)
			.bind(now + DAY)
			.first<number>("n");
		return (waiting ?? 0) > 0;
	}

	const world = {
		clock,
		services,
		...{ daraja, paystack, openProvider, powerDns, whm, mail, calls, faults },

		/** Lets this time pass, and then runs the crons of a minute. */
		async pass(ms: number): Promise<void> {
			now += ms;
			await services.settle();
			await deliverMessages();
			await run(crons.minute);
			await deliverResults();
		},

		/** Lets time pass until no event and no job waits, at most 20 hours. */
		async settle(): Promise<void> {
			await services.settle();
			await deliverMessages();
			for (const minutes of [0, 1, 2, 4, 8, 15, 30, 60, 120, 240, 360, 360]) {
				await this.pass(minutes * MINUTE);
				if (minutes >= 60) await run(crons.hour);
				if (!(await isBusy())) return;
			}
		},

		/** Goes to this day (ms) and runs the crons of a day. Days before it that passed without crons are as if the shop slept. */
		async goTo(time: number): Promise<void> {
			now = Math.max(now, time);
			for (const cron of [...crons.day, crons.hour]) await run(cron);
			await this.settle();
		},

		/** Lets days pass, at most five, until this holds. */
		async until(holds: () => Promise<boolean>): Promise<void> {
			for (let day = 0; day < 5 && !(await holds()); day += 1) await this.goTo(now + DAY);
		},

		/** A message of a service to us, which may not arrive or arrive twice. */
		async receive(name: string, deliver: () => Promise<unknown>): Promise<void> {
			const fault = nextFault(`${name} to us`);
			if (fault === "error" || fault === "silent") return;
			await deliver();
			if (fault === "lost") await deliver();
		},
	};
	return world;
}

export type OutsideWorld = ReturnType<typeof anOutsideWorld>;

/** The same name for every call of a kind. */
const withoutIds = (path: string): string =>
	path.replace(/\/[^/]*(\d{3,}|\.)[^/]*(?=\/|$)/g, "/…").replace(/\/v1beta|\/api\/v1\/servers\/localhost/, "");
