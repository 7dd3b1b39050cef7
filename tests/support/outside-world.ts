import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { Message } from "~/lib/email-message";
import type { SharedToken } from "~/platform/access-token/shared-token";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { oneDnsHost } from "~/platform/dns/dns-hosts";
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
import { runTasks, tasksOf } from "../../workers/jobs/schedule";
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
 * `lost`: done, but the answer does not arrive. `late`: no answer, and done a little later. A message to us is not
 * delivered, delivered twice if it is `lost`, or delivered after the next time that passes if it is `late`.
 */
export type OutsideFault = "error" | "silent" | "lost" | "late";

/** Runs statements. `isWrite`: whether they may change rows. */
export type AroundStatements = <T>(isWrite: boolean, run: () => T) => T;

interface Options {
	/** Which calls meet which fault, by their position among all outside calls of this world, from 0. */
	readonly faultAt?: (call: { readonly index: number; readonly name: string }) => OutsideFault | undefined;
	/** The database of a process. */
	readonly databaseOf?: (around: AroundStatements) => D1Database;
	readonly tokenOf?: (account: string) => SharedToken;
	/** Whether customers can pay to the paybill without a request. */
	readonly hasPaybill?: boolean;
	/** Tasks of the schedule that are not run. */
	readonly skippedTasks?: readonly string[];
}

/** A Worker that runs until it crashes. */
interface Process {
	hasCrashed: boolean;
	/** Writes until it crashes. */
	writesLeft: number;
	/** Whether the last write is committed. */
	commitsLast: boolean;
}

type EmailText = Pick<Message, "to" | "subject" | "text">;

class ProcessCrashed extends Error {
	override name = "ProcessCrashed";
}

/** Crons of wrangler.toml by how often the world runs them. */
const crons = { minute: "* * * * *", hour: "7 * * * *", day: ["23 2 * * *", "23 5 * * *"] } as const;

/** The time at which each world begins. */
export const worldStart = Date.UTC(2026, 11, 15, 9);

/**
 * A shop whose outside services are local servers that behave as the real ones: M-Pesa (Daraja), Paystack, OpenProvider,
 * PowerDNS, WHM and a mail service. Its clock moves only when the test says so, and its queues and crons then run.
 */
export function anOutsideWorld({
	faultAt = () => undefined,
	databaseOf = () => env.DB,
	tokenOf = (account) => sharedToken(env.ACCESS_TOKENS, account),
	hasPaybill = false,
	skippedTasks = [],
}: Options = {}) {
	let now = worldStart;
	const clock = () => now;
	const calls: string[] = [];
	const faults: { readonly name: string; readonly fault: OutsideFault }[] = [];
	let failsBackup = false;
	/** What is done or delivered late. */
	const late: (() => Promise<unknown>)[] = [];

	function nextFault(name: string): OutsideFault | undefined {
		const fault = faultAt({ index: calls.length, name });
		calls.push(name);
		if (fault) faults.push({ name, fault });
		return fault;
	}

	/** The service's server, with the faults of this world. A process that has crashed reaches nothing. */
	const reach =
		(service: string, handle: (request: Request) => Promise<Response> | Response) =>
		(process: Process) =>
		async (url: string, init: RequestInit) => {
			assertRuns(process);
			const request = new Request(url, init);
			switch (nextFault(`${service} ${request.method} ${withoutIds(new URL(url).pathname)}`)) {
				case "error":
					return new Response("Internal Server Error", { status: 500 });
				case "silent":
					throw new DOMException("The operation timed out", "TimeoutError");
				case "lost":
					await handle(request);
					throw new TypeError("Network connection lost.");
				case "late":
					late.push(async () => handle(new Request(url, init)));
					throw new DOMException("The operation timed out", "TimeoutError");
				default: {
					const response = await handle(request);
					assertRuns(process);
					return response;
				}
			}
		};

	const daraja = createDarajaServer({ clock });
	const paystack = createPaystackServer({ clock });
	const openProvider = createOpenProvider({ clock });
	const powerDns = createPowerDnsService({ clock, apiKey: "key-of-the-tests-0000" });
	const whm = createWhmService({ host: "web1.kikoa.test", token: "T0KENOFTHETESTS", clock });
	const mail = faultyMailer();

	const account = `test ${crypto.randomUUID()}`;
	const tokens = { mpesa: tokenOf(account), registrar: tokenOf(`${account} registrar`) };
	const reached = {
		mpesa: reach("M-Pesa", daraja.fetch),
		cards: reach("Paystack", paystack.fetch),
		registrar: reach("Registrar", (request) => openProvider.fetch(request.url, request)),
		dns: reach("DNS", powerDns.fetch),
		hosting: reach("Hosting", whm.fetch),
	};
	const messages: { readonly id: string; readonly at: number }[] = [];
	/** Emails that reached a mailbox, by their key. */
	const emails = new Map<string, EmailText & { readonly at: number }>();

	/** The adapters and the database of a process. */
	function portsOf(process: Process) {
		const d1 = databaseOf((isWrite, run) => runInProcess(process, isWrite, run));
		const db = createDatabase(d1);
		const fetchOf = (service: keyof typeof reached) => reached[service](process) as typeof fetch;
		const mpesa = createMpesaProvider({
			...{ ...darajaAccount, paybill: hasPaybill ? withPaybill.paybill : null, clock, sharedToken: tokens.mpesa },
			...{ initiator: withPaybill.initiator, fetch: fetchOf("mpesa") },
		});
		const cards = createPaystackProvider({
			...{ secretKey: paystackKey, currencies: ["KES", "USD"], clock, timeoutMs: 500, fetch: fetchOf("cards") },
		});
		const registrarAdapter = createOpenProviderRegistrar({
			...{ db: createDatabase(d1), clock, url: "https://api.openprovider.test", timeoutMs: 500 },
			...{ username: "shop", password: "secret", rateLimiter: createD1RateLimiter({ db, clock }) },
			...{ fetch: fetchOf("registrar"), sharedToken: tokens.registrar },
		});
		const server = createPowerDns({
			...{ url: "http://dns.test", apiKey: "key-of-the-tests-0000", forwarding: null, timeoutMs: 500 },
			...{ nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"], contact: "tech@kikoa.example" },
			fetch: fetchOf("dns"),
		});
		const { panel } = createWhmServer({
			...{ host: whm.host, user: "kikoa", token: "T0KENOFTHETESTS", clock, timeouts: { usual: 500, long: 500 } },
			fetch: fetchOf("hosting"),
		});
		const overrides: Overrides = {
			clock,
			dnsHosts: oneDnsHost(createOwnedZones({ db: createDatabase(d1), clock, server })),
			hostingPanel: createHostingServers({
				...{ db: createDatabase(d1), clock },
				servers: [{ name: "web1", capacity: 10, closed: false, temporaryDomain: whm.host, panel }],
			}),
			mailer: {
				async send(message, key) {
					assertRuns(process);
					const send = () => {
						if (!emails.has(key)) emails.set(key, { ...message, at: now });
						return mail.mailer.send(message, key);
					};
					const fault = nextFault("Mail send");
					if (fault === "error") return { state: "delayed", reason: "The mail service answered 500" };
					if (fault === "late") late.push(send);
					if (fault === "silent" || fault === "late") throw new DOMException("The operation timed out", "TimeoutError");
					const sent = await send();
					if (fault === "lost") throw new TypeError("Network connection lost.");
					return sent;
				},
			},
			paymentProviders: [mpesa, cards],
			queues: {
				async send(_, list) {
					assertRuns(process);
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
		return { d1, overrides };
	}

	interface Running extends Process {
		ports?: ReturnType<typeof portsOf>;
		/** Services of its crons and queues. */
		background?: ReturnType<typeof testServices>;
	}
	const aProcess = (): Running => ({
		...{ hasCrashed: false, writesLeft: Number.POSITIVE_INFINITY, commitsLast: false },
	});
	let process = aProcess();
	let used = new Set<ReturnType<typeof testServices>>();

	/** Services of the running process. Their background work is awaited before time passes. */
	function newServices() {
		const services = testServices(...portsOfRunning());
		used.add(services);
		return services;
	}
	function portsOfRunning() {
		process.ports ??= portsOf(process);
		return [process.ports.overrides, process.ports.d1] as const;
	}
	const services = newServices();

	/**
	 * Services for crons and queues. The same until the process crashes, because creating them takes longer than most of what
	 * they do. Their reads of one turn are one batch, so a statement that fails would fail other tasks, too.
	 */
	function backgroundServices() {
		process.background ??= testServices(...portsOfRunning());
		used.add(process.background);
		return process.background;
	}

	/** Waits for background work, and starts a new process if the last one has crashed. */
	async function finishWork(): Promise<void> {
		while (used.size > 0) {
			const finished = used;
			used = new Set();
			for (const one of finished) await one.settle().catch(ignoreCrash);
		}
		used.add(services);
		if (process.hasCrashed) process = aProcess();
	}

	/** Delivers the messages of the queues that are due, with those that they cause. */
	async function deliverMessages(): Promise<void> {
		for (let due = takeDue(); due.length > 0; due = takeDue()) {
			for (const { id } of due) {
				try {
					const verdict = await backgroundServices().outbox.deliver(id);
					if (typeof verdict === "object") messages.push({ id, at: now + Math.max(verdict.retryInSeconds, 1) * 1_000 });
				} catch (error) {
					ignoreCrash(error);
					messages.push({ id, at: now + MINUTE });
				}
				await finishWork();
			}
		}
	}
	function takeDue() {
		const due = messages.filter(({ at }) => at <= now);
		messages.splice(0, messages.length, ...messages.filter(({ at }) => at > now));
		return due;
	}

	/** Delivers the results of reversals and of questions about M-Pesa payments. */
	async function deliverResults(): Promise<void> {
		for (const { url, body } of daraja.takeResults()) {
			const [name = "", kind, token = ""] = new URL(url).pathname.split("/").slice(-3);
			const text = new TextEncoder().encode(JSON.stringify(body));
			await world.receive("M-Pesa result", () =>
				kind === "refund"
					? newServices().refunds.receiveResult(name, token, text)
					: newServices().payments.direct.receiveConfirmation(name, token, text),
			);
		}
	}

	async function run(cron: string): Promise<void> {
		const tasks = tasksOf(cron).filter(([name]) => !skippedTasks.includes(name));
		await runTasks(cron, backgroundServices, tasks);
		await finishWork();
		await deliverMessages();
	}

	const observed = databaseOf((_, run) => run());

	/** When the next reminder email is sent (ms). Null if none waits. */
	const nextReminders = () =>
		observed
			.prepare("select min(next_at) as at from outbox where state = 'new' and kind = 'mail.reminders'")
			.first<number | null>("at");

	/** Whether events or jobs wait for a retry. */
	async function isBusy(): Promise<boolean> {
		const waiting = await observed
			.prepare(
				`select (select count(*) from outbox where state not in ('sent', 'dead') and next_at < ?1 and kind <> 'mail.reminders')
				+ (select count(*) from jobs where state in ('queued', 'running') and next_at < ?1) as n`,
			)
			.bind(now + DAY)
			.first<number>("n");
		return (waiting ?? 0) > 0;
	}

	const world = {
		clock,
		services,
		newServices,
		finishWork,
		...{ daraja, paystack, openProvider, powerDns, whm, mail, calls, faults },
		emails: () => [...emails].map(([key, email]) => ({ ...email, key })),

		/** The next backup on the hosting server fails. */
		failBackup(): void {
			failsBackup = true;
		},

		/** The running process crashes at one of its next writes, before or after that is committed. */
		crashAt(write: number, when: "before" | "after"): void {
			Object.assign(process, { writesLeft: write, commitsLast: when === "after" });
		},
		keepRunning(): void {
			process.writesLeft = Number.POSITIVE_INFINITY;
		},

		/** Lets this time pass, and then runs the crons of a minute. */
		async pass(ms: number): Promise<void> {
			now += ms;
			// A server makes a backup in less time than passes here.
			for (const [session, state] of whm.backups) {
				if (state !== "RUNNING") continue;
				whm.backups.set(session, failsBackup ? "FAILED" : "COMPLETED");
				failsBackup = false;
			}
			for (const work of late.splice(0)) await work();
			await finishWork();
			await deliverMessages();
			await run(crons.minute);
			await deliverResults();
		},

		/** Lets an hour pass, and then runs its crons. */
		async passHour(): Promise<void> {
			await this.pass(HOUR);
			await run(crons.hour);
			await deliverResults();
			await deliverMessages();
		},

		/** Lets time pass until no event and no job waits, at most 20 hours. */
		async settle(): Promise<void> {
			await finishWork();
			await deliverMessages();
			for (const minutes of [0, 1, 2, 4, 8, 15, 30, 60, 120, 240, 360, 360]) {
				await this.pass(minutes * MINUTE);
				if (minutes >= 60) await run(crons.hour);
				if (!(await isBusy())) return;
			}
		},

		/**
		 * Goes to this day (ms), runs the crons of a day and waits for its reminder email. Days before it that passed without
		 * crons are as if the shop slept.
		 */
		async goTo(time: number): Promise<void> {
			now = Math.max(now, time);
			for (const cron of [...crons.day, crons.hour]) await run(cron);
			await this.settle();
			// Again if the email was not sent or its answer was lost, because its retry is later.
			let at = await nextReminders();
			for (const until = (at ?? 0) + DAY; at !== null && at < until; at = await nextReminders()) {
				now = Math.max(now + MINUTE, at);
				await this.settle();
			}
		},

		/** Lets days pass, at most five, until this holds. */
		async until(holds: () => Promise<boolean>): Promise<void> {
			for (let day = 0; day < 5 && !(await holds()); day += 1) await this.goTo(now + DAY);
		},

		/** A message of a service to us, which may not arrive, arrive twice or late. */
		async receive(name: string, deliver: () => Promise<unknown>): Promise<void> {
			const fault = nextFault(`${name} to us`);
			if (fault === "error" || fault === "silent") return;
			if (fault === "late") return void late.push(() => deliver().catch(ignoreCrash));
			await deliver().catch(ignoreCrash);
			if (fault === "lost") await deliver().catch(ignoreCrash);
		},
	};
	return world;
}

function assertRuns({ hasCrashed }: Process): void {
	if (hasCrashed) throw new ProcessCrashed();
}

/** Runs statements of a process, which may crash before or after them. */
function runInProcess<T>(process: Process, isWrite: boolean, run: () => T): T {
	assertRuns(process);
	if (!isWrite) return run();
	process.writesLeft -= 1;
	if (process.writesLeft > 0) return run();
	process.hasCrashed = true;
	if (process.commitsLast) run();
	throw new ProcessCrashed();
}

/** A crash is expected. Its error may be the cause of another one. */
function ignoreCrash(error: unknown): void {
	for (let cause = error; cause instanceof Error; cause = cause.cause)
		if (cause instanceof ProcessCrashed || /ProcessCrashed/.test(cause.message)) return;
	throw error;
}

export type OutsideWorld = ReturnType<typeof anOutsideWorld>;

/** The same name for every call of a kind. */
const withoutIds = (path: string): string =>
	path
		.replace(/\/[^/]*(\d{3,}|\.|-[a-z\d]{12,})[^/]*(?=\/|$)/g, "/…")
		.replace(/\/v1beta|\/api\/v1\/servers\/localhost/, "");
