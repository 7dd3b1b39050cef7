import { expect, test } from "vitest";
import { soldExtensions } from "~/features/catalog/domain-prices";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { createRdapLookups, type Timeouts } from "~/platform/registrar/rdap";
import { rdapServers, serverOf } from "~/platform/registrar/rdap-servers";
import type { RegistryAnswer } from "~/platform/registrar/registrar";
import { type BudgetRequest, createServerBudget, type ServerBudget } from "~/platform/registrar/server-budget";
import { createSharedBudget } from "~/platform/registrar/shared-budget";
import { answers, internet, plainJson, type RegistryBehaviour, rdapJson } from "../support/registries";

const verisign = "rdap.verisign.com";
const kenic = "rdap.kenic.or.ke";
const shortly: Timeouts = { dns: 300, rdap: 300, queue: 2_500, all: 4_000 };

interface World {
	behaviours?: Record<string, RegistryBehaviour>;
	delegated?: readonly string[];
	overrides?: string;
	timeouts?: Timeouts;
	clock?: () => number;
	dns?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The shared budget without its object, on the clock of the test. */
function aBudget(clock: () => number) {
	const servers = new Map<string, ServerBudget>();
	async function exchange(server: string, { want, outcomes }: BudgetRequest) {
		const budget = servers.get(server) ?? createServerBudget(clock);
		servers.set(server, budget);
		for (const outcome of outcomes) budget.record(outcome);
		return { waits: budget.take(want), ...budget.state() };
	}
	return createSharedBudget({ clock, isolate: new Map(), exchange, waitUntil: () => {} });
}

function lookupsIn({ behaviours = {}, delegated, overrides, timeouts = shortly, clock = Date.now, dns }: World) {
	const net = internet(behaviours, delegated);
	const lookups = createRdapLookups({
		...{ fetch: net.fetch, dns: createDohLookup(dns ?? net.fetch), servers: rdapServers(overrides), clock, timeouts },
		budget: aBudget(clock),
	});
	async function check(...names: string[]): Promise<RegistryAnswer[]> {
		const found: RegistryAnswer[] = [];
		for await (const answer of lookups.check(names)) found.push(answer);
		return names.map((name) => found.find((answer) => answer.name === name) as RegistryAnswer);
	}
	const state = async (name: string) => (await check(name))[0]?.state;
	return { ...net, lookups, check, state };
}

const always = (behaviour: RegistryBehaviour) =>
	lookupsIn({ behaviours: { [verisign]: behaviour, [kenic]: behaviour } });

test("every sold extension has an RDAP server or is known to have none, and each base URL ends in a slash", () => {
	const without = soldExtensions().filter((tld) => !serverOf(`neema.${tld}`, rdapServers()));
	expect(without.sort()).toEqual(["co.za", "ug"]);
	expect([...rdapServers().values()].filter((base) => !/^https:\/\/[^/]+\/(.*\/)?$/.test(base))).toEqual([]);
	expect(serverOf("neema.co.ke", rdapServers())).toEqual({ suffix: "ke", base: "https://rdap.kenic.or.ke/" });
});

test("a name with an RDAP record is taken, and one without is available, by either form of not found", async () => {
	expect(await always(answers.registered).check("neema.com")).toMatchObject([
		{ state: "taken", source: "rdap:rdap.verisign.com" },
	]);
	expect(await always(answers.notFound).state("neema.com")).toBe("available");
	expect(await always(answers.bareNotFound).state("neema.co.ke")).toBe("available");
});

test("a registry's record shows that another registrar has asked for the name", async () => {
	const leaving = (name: string) =>
		rdapJson({ objectClassName: "domain", ldhName: name, handle: "1", status: ["active", "pending transfer"] });
	expect(await always(leaving).lookups.isTransferPending?.("neema.com")).toBe(true);
	expect(await always(answers.registered).lookups.isTransferPending?.("neema.com")).toBe(false);
	expect(await always(() => answers.webPage(500)).lookups.isTransferPending?.("neema.com")).toBe(false);
	expect(await always(leaving).lookups.isTransferPending?.("neema.co.za"), "no server").toBe(false);
});

test("a delegated name is taken, without asking the registry", async () => {
	const { check, requests } = lookupsIn({ delegated: ["neema.com"] });
	expect(await check("neema.com")).toMatchObject([{ state: "taken", source: "dns" }]);
	expect(requests).toHaveLength(1);
});

test("a missing delegation proves nothing, and the registry decides", async () => {
	expect(await always(answers.registered).state("parked.com")).toBe("taken");
});

test("a wrong base URL is not trusted if it answers everything with 404", async () => {
	const moved = lookupsIn({
		...{ behaviours: { [verisign]: answers.registered }, overrides: "com=https://rdap.verisign.com/com/" },
	});
	expect(await moved.state("google.com")).toBe("unknown");
});

test("only the extension's own server is asked", async () => {
	const { check, requests } = lookupsIn({ behaviours: { [verisign]: answers.notFound } });
	expect((await check("neema.com", "neema.co.ke", "neema.ug")).map(({ state }) => state)).toEqual([
		...["available", "unknown", "unknown"],
	]);
	expect(requests.filter((url) => url.includes("rdap.org"))).toEqual([]);
	expect(requests.filter((url) => url.includes("neema.ug") && !url.includes("dns-query"))).toEqual([]);
});

test("KeNIC's 200 about a name without a holder means reserved", async () => {
	expect(await always(answers.heldBack).state("simba.co.ke")).toBe("reserved");
});

test.each([400, 401, 403, 405, 406, 429, 500, 502, 503])("HTTP %i means unknown, never available", async (status) => {
	expect(await always(() => answers.refusal(status)).state("neema.com")).toBe("unknown");
});

test.each<[string, () => Response]>([
	["a web page", () => answers.webPage(200)],
	["a web page's 404", () => answers.webPage(404)],
	["an empty 404 of a web server", () => new Response(null, { status: 404 })],
	["a JSON 404 that is not RDAP's", () => plainJson({ message: "no Route matched" }, 404)],
	["a redirect", () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.example/" } })],
	[
		"JSON cut short",
		() => new Response('{"objectClassName":"dom', { headers: { "Content-Type": "application/rdap+json" } }),
	],
	["an array", () => rdapJson([])],
	["another kind of object", () => rdapJson({ objectClassName: "help" })],
	["a record of another name", () => answers.registered("other.com")],
])("%s means unknown, never available", async (_, response) => {
	expect(await always(response).state("neema.com")).toBe("unknown");
});

test("a registry that does not answer delays only its own names, until its timeout", async () => {
	const behaviours = {
		[verisign]: (_: string, __: URL, signal: AbortSignal) => answers.never(signal),
		[kenic]: answers.notFound,
	};
	const { lookups } = lookupsIn({ behaviours });
	const order: string[] = [];
	const started = Date.now();
	for await (const { name, state } of lookups.check(["neema.com", "neema.co.ke"])) order.push(`${name} ${state}`);
	expect(order).toEqual(["neema.co.ke available", "neema.com unknown"]);
	expect(Date.now() - started).toBeLessThan(2_000);
});

test.each<[string, World["dns"]]>([
	["fails", () => Promise.reject(new TypeError("network"))],
	["answers SERVFAIL", async () => plainJson({ Status: 2 })],
	["answers with a web page", async () => answers.webPage(200)],
	["answers about another name", async () => plainJson({ Status: 0, Answer: [{ name: "com.", type: 2 }] })],
])("if the resolver %s, the registry is still asked", async (_, dns) => {
	expect(await lookupsIn({ behaviours: { [verisign]: answers.registered }, dns }).state("neema.com")).toBe("taken");
});

test("a search over all extensions opens at most six connections at a time", async () => {
	const { check, mostOpen } = lookupsIn({ behaviours: { [verisign]: answers.notFound } });
	const found = await check(...soldExtensions().map((tld) => `neema.${tld}`));
	expect(found).toHaveLength(soldExtensions().length);
	expect(mostOpen()).toBe(6);
});

test("the first registry is asked as soon as DNS has answered for six names, before DNS is asked for the rest", async () => {
	const { check, requests } = lookupsIn({ behaviours: { [verisign]: answers.notFound } });
	await check(...soldExtensions().map((tld) => `neema.${tld}`));
	expect(requests.findIndex((address) => !address.includes("dns-query"))).toBe(6);
});

test("after three failures in a row a server is skipped, then one request tries it again", async () => {
	let now = 0;
	let ill = true;
	const behaviours = { [verisign]: () => (ill ? answers.refusal(500) : answers.notFound()) };
	const { state, requests } = lookupsIn({ behaviours, clock: () => now });
	const asked = () => requests.filter((url) => url.includes(verisign)).length;
	for (const name of ["a1.com", "a2.com", "a3.com", "a4.com"]) {
		expect(await state(name)).toBe("unknown");
		now += 1_000;
	}
	expect(asked()).toBe(3);
	now += 30_000;
	ill = false;
	expect(await state("a5.com")).toBe("available");
	expect(await state("a6.com")).toBe("available");
	expect(asked()).toBe(5);
});

test.each([400, 401, 403, 405, 410, 422, 451])(
	"HTTP %i about one name does not block the registry for other names",
	async (status) => {
		let now = 0;
		const odd = (name: string) => (name.startsWith("odd") ? answers.refusal(status) : answers.notFound());
		const { state } = lookupsIn({ behaviours: { [verisign]: odd }, clock: () => now });
		for (let n = 0; n < 10; n += 1) {
			await state(`odd-${n}.com`);
			now += 2_000;
		}
		expect(await state("neema.com")).toBe("available");
	},
);

test("an invalid answer about one name does not block the registry either", async () => {
	let now = 0;
	const odd = (name: string) => (name.startsWith("odd") ? answers.registered("other.com") : answers.notFound());
	const { state } = lookupsIn({ behaviours: { [verisign]: odd }, clock: () => now });
	for (let n = 0; n < 10; n += 1) {
		expect(await state(`odd-${n}.com`)).toBe("unknown");
		now += 2_000;
	}
	expect(await state("neema.com")).toBe("available");
});

test("a client with many names leaves room for another at the same registry", async () => {
	const { lookups, requests } = lookupsIn({ behaviours: { [verisign]: answers.notFound } });
	const ask = async (asker: string, ...names: string[]) =>
		(await Array.fromAsync(lookups.check(names, undefined, asker))).map(({ state }) => state);
	const flood = ask("greedy", ...Array.from({ length: 40 }, (_, n) => `flood-${n}.com`));
	// Waits until all of these are queued.
	await new Promise((resolve) => setTimeout(resolve, 200));
	const others = await ask("another", "neema.com", "neema-2.com");
	expect(others).toEqual(["available", "available"]);
	expect((await flood).filter((state) => state === "available").length).toBeLessThanOrEqual(6);
	expect(requests.filter((url) => url.includes(`${verisign}`)).length).toBeLessThanOrEqual(8);
});

test("a server that answers 429 is skipped for as long as it asks", async () => {
	let now = 0;
	let busy = true;
	const behaviours = { [verisign]: () => (busy ? answers.refusal(429, { "Retry-After": "40" }) : answers.notFound()) };
	const { state, requests } = lookupsIn({ behaviours, clock: () => now });
	const asked = () => requests.filter((url) => url.includes(verisign)).length;
	expect(await state("b1.com")).toBe("unknown");
	busy = false;
	now += 39_000;
	expect(await state("b2.com")).toBe("unknown");
	expect(asked()).toBe(1);
	now += 2_000;
	expect(await state("b3.com")).toBe("available");
});

test("a registry is asked for six names immediately and then one a second", async () => {
	const { check, requests } = lookupsIn({
		behaviours: { [verisign]: answers.notFound },
		timeouts: { ...shortly, queue: 1_000 },
	});
	const found = await check(...Array.from({ length: 12 }, (_, index) => `polite-${index}.com`));
	const states = found.map(({ state }) => state);
	expect(states.filter((state) => state === "available").length).toBeLessThanOrEqual(8);
	expect(states.filter((state) => state === "unknown").length).toBeGreaterThanOrEqual(4);
	expect(requests.filter((url) => url.includes(verisign)).length).toBeLessThanOrEqual(8);
});

test("an aborted search stops asking and counts as no server's failure", async () => {
	const behaviours = { [verisign]: (_: string, __: URL, signal: AbortSignal) => answers.never(signal) };
	const { lookups, state } = lookupsIn({ behaviours, timeouts: { ...shortly, rdap: 60_000, all: 60_000 } });
	for (let round = 0; round < 4; round += 1) {
		const leaving = new AbortController();
		setTimeout(() => leaving.abort(), 30);
		for await (const answer of lookups.check([`left-${round}.com`], leaving.signal))
			expect(answer.state).toBe("unknown");
	}
	behaviours[verisign] = async () => answers.notFound();
	expect(await state("neema.com")).toBe("available");
});

test("the probe succeeds while the registries of .co.ke and .com answer", async () => {
	await always(answers.notFound).lookups.probe();
	const { lookups, requests } = lookupsIn({
		behaviours: { [verisign]: answers.notFound, [kenic]: () => new Response("", { status: 503 }) },
	});
	await expect(lookups.probe()).rejects.toThrow(/\.co\.ke: /);
	expect(requests.length).toBeLessThanOrEqual(4);
});
