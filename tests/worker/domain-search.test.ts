import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Answer } from "~/features/domains/answer";
import { parseSearch } from "~/features/domains/domain-name";
import { createDomains } from "~/features/domains/domains.server";
import { lookupLimits } from "~/features/domains/lookup-limits.server";
import { listOrder, type ResultSort, rowOrder } from "~/features/domains/row-order";
import { finishSearch, startSearch } from "~/features/domains/running-search.server";
import { registrantOf } from "~/features/orders/contact-details";
import { kes } from "~/lib/money";
import { fail, ok } from "~/lib/result";
import type { RegistryState } from "~/platform/registrar/registrar";
import { testServices } from "../support/factories";
import { contact } from "../support/orders";
import { memoryCache, scriptedRegistrar } from "../support/registrar";

function domainsWith(decide: (name: string) => RegistryState | Promise<RegistryState>) {
	const { cache, kept } = memoryCache();
	const { registrar, asked } = scriptedRegistrar(decide);
	const waiting: Promise<unknown>[] = [];
	const domains = createDomains({ registrar, cache, clock: () => 1, waitUntil: (work) => waiting.push(work) });
	const settle = async () => void (await Promise.all(waiting));
	return { domains, kept, asked, settle };
}

function searchFor(text: string, tlds?: readonly string[]) {
	const search = parseSearch(text, tlds);
	if (!search.ok) throw new Error(search.error.message);
	return search.value;
}

let clients = 0;
const api = (query: string, headers: Record<string, string> = {}) =>
	exports.default.fetch(`https://kikoa.test/api/domains/search?${query}`, {
		headers: { "CF-Connecting-IP": `10.9.0.${++clients}`, ...headers },
	});
const lines = async (response: Response): Promise<Answer[]> =>
	new TextDecoder()
		.decode(await response.arrayBuffer())
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));

test("every state comes with its prices", async () => {
	const states: Record<string, RegistryState> = { com: "available", net: "taken", org: "reserved", io: "unknown" };
	const { domains } = domainsWith((name) => states[name.split(".")[1] ?? ""] ?? "unknown");
	const answers = await Array.fromAsync(domains.search(searchFor("neema", Object.keys(states))));
	expect(Object.fromEntries(answers.map(({ tld, ...rest }) => [tld, rest]))).toMatchObject({
		com: { state: "available", available: true, price: kes(1750), renewal: kes(1950) },
		net: { state: "taken", available: false, price: null, renewal: null },
		org: { state: "reserved", available: false, price: null },
		io: { state: "unknown", available: false, price: kes(7500), renewal: kes(7700) },
	});
});

test("answers are cached as long as they stay true, and unknown never", async () => {
	const states: Record<string, RegistryState> = {
		com: "available",
		net: "taken",
		org: "reserved",
		io: "unknown",
		ai: "premium",
	};
	const { domains, kept, asked, settle } = domainsWith((name) => states[name.split(".")[1] ?? ""] ?? "unknown");
	const search = searchFor("neema", Object.keys(states));
	await Array.fromAsync(domains.search(search));
	await settle();
	expect(Object.fromEntries([...kept].map(([name, { seconds }]) => [name, seconds]))).toEqual({
		...{ "neema.com": 60, "neema.ai": 60, "neema.net": 6 * 3_600, "neema.org": 24 * 3_600 },
	});
	asked.length = 0;
	expect(await Array.fromAsync(domains.search(search))).toHaveLength(5);
	expect(asked).toEqual(["neema.io"]);
});

test("a fresh check asks the registry again and replaces the cached answer", async () => {
	let state: RegistryState = "available";
	const { domains, kept, asked, settle } = domainsWith(() => state);
	await domains.check(["Neema.com"]);
	await settle();
	state = "taken";
	expect((await domains.check(["neema.com"]))[0]?.state).toBe("available");
	expect((await domains.check(["neema.com"], { fresh: true }))[0]?.state).toBe("taken");
	await settle();
	expect(asked).toHaveLength(2);
	expect(kept.get("neema.com")?.answer.state).toBe("taken");
	state = "unknown";
	await domains.check(["neema.com"], { fresh: true });
	await settle();
	expect(kept.has("neema.com")).toBe(false);
});

test("a check answers each name once, in order, and throws for no text", async () => {
	const { domains, asked } = domainsWith(() => "available");
	const answers = await domains.check(["neema.org", "-bad-.com", "NEEMA.org", "neema.com"]);
	expect(answers.map(({ domain, state }) => [domain, state])).toEqual([
		["neema.org", "available"],
		["-bad-.com", "unknown"],
		["neema.org", "available"],
		["neema.com", "available"],
	]);
	expect(asked).toEqual(["neema.org", "neema.com"]);
});

test("a name bought here is not shown as available from the cache", async () => {
	const services = testServices();
	const states = async () => (await services.domains.check(["freshcache.com"])).map(({ state }) => state);
	expect(await states()).toEqual(["available"]);
	await services.settle();
	await services.registrar.register({
		...{ opId: "cache-1", name: "freshcache.com", registrar: "sandbox", years: 1 },
		registrant: registrantOf(contact),
	});
	expect(await states()).toEqual(["taken"]);
});

test("the API sends a line for each name, the exact one first", async () => {
	const response = await api("q=https://www.MamaNeema.co.ke/shop&tlds=com,.co.ke,org");
	expect(response.status).toBe(200);
	expect(response.headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
	expect(response.headers.get("Cache-Control")).toContain("no-store");
	const answers = await lines(response);
	expect(answers.map(({ domain }) => domain).sort()).toEqual(["mamaneema.co.ke", "mamaneema.com", "mamaneema.org"]);
	expect(answers[0]).toEqual({
		...{ domain: "mamaneema.co.ke", tld: "co.ke", state: "available", available: true, source: "sandbox" },
		...{ price: { amount: 50_000, currency: "KES" }, renewal: { amount: 70_000, currency: "KES" } },
		checkedAt: expect.any(Number),
	});
});

test("the API searches every sold extension by default, and answers with one array on request", async () => {
	const response = await api("q=mamaneema", { Accept: "application/json" });
	expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
	const answers: Answer[] = await response.json();
	expect(answers.length).toBeGreaterThanOrEqual(17);
	expect(new Set(answers.map(({ domain }) => domain)).size).toBe(answers.length);
});

test.each([
	["", "q", /enter a domain name/],
	["q=", "q", /enter a domain name/],
	["q=-neema.com", "q", /hyphen/],
	["q=a..b", "q", /two dots/],
	["q=%D0%B0pple.com", "q", /mixes Latin and Cyrillic/],
	["q=neema&tlds=nosuch", "tlds", /any of these extensions/],
])("the API refuses %j and names the field", async (query, field, message) => {
	const response = await api(query);
	expect(response.status).toBe(400);
	const body: { error: string; fields: Record<string, string> } = await response.json();
	expect(body.error).toMatch(message);
	expect(body.fields[field]).toMatch(message);
});

test("the limit counts names that are not in the cache, per browser and minute, and another browser at the same address has its own", async () => {
	const { lookupLimits: limits } = testServices();
	const client = { key: "10.8.0.1", userAgent: "Firefox" };
	const headers = { "CF-Connecting-IP": client.key, "User-Agent": client.userAgent };
	expect((await limits.takeFresh(client, lookupLimits.perBrowser.limit - 2)).ok).toBe(true);
	expect((await api("q=freshcounted&tlds=com,net,org", headers)).status).toBe(429);
	expect(await lines(await api("q=freshcounted&tlds=com,net", headers))).toHaveLength(2);
	// The first two are in the cache now.
	await vi.waitFor(async () => expect((await api("q=freshcounted&tlds=com,net", headers)).status).toBe(200));
	const refused = await api("q=freshcounted&tlds=com,net,org", headers);
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	expect((await refused.json<{ error: string }>()).error).toMatch(/Too many names .* Try again in \d+ seconds\./);
	expect((await api("q=freshcounted&tlds=com,net,org", { ...headers, "User-Agent": "Chrome" })).status).toBe(200);
});

test("twenty parallel look-ups get no more names than the limit of the browser or of the address", async () => {
	const { lookupLimits: limits } = testServices();
	const { perBrowser, perAddress } = lookupLimits;
	const take = (n: number, userAgent: string) => limits.takeFresh({ key: "10.8.0.2", userAgent }, n);
	const answers = await Promise.all(Array.from({ length: 20 }, () => take(perBrowser.limit / 10, "one browser")));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
	let taken = perBrowser.limit;
	for (let n = 0; taken < perAddress.limit; n += 1, taken += perBrowser.limit)
		expect((await take(perBrowser.limit, `browser ${n}`)).ok).toBe(true);
	expect((await take(1, "one more")).ok).toBe(false);
});

test("beyond the limit the page shows unknown and asks no registry", async () => {
	const { domains, asked } = domainsWith(() => "available");
	const asking = { asker: { key: "10.8.0.3", userAgent: "" }, signal: new AbortController().signal };
	const refused = Promise.resolve(fail("rate_limited", "Too many."));
	const search = searchFor("neema.com");
	const { featured, outcome } = startSearch(domains, search, { ...asking, allowed: refused });
	const unknown = { state: "unknown", available: false };
	expect(await featured).toMatchObject({ exact: { answer: unknown }, best: null });
	expect((await outcome).unknown).toHaveLength(search.names.length - 1);
	expect(asked).toEqual([]);
	await finishSearch(startSearch(domains, search, { ...asking, allowed: ok(new Map()) }), listOrder(search.names));
	expect(asked).toContain("neema.com");
});

test("answers are sent as they arrive, and an aborted search asks no further", async () => {
	let answerCom = (_: RegistryState) => {};
	const { domains } = domainsWith((name) =>
		name.endsWith(".com") ? new Promise<RegistryState>((resolve) => (answerCom = resolve)) : "available",
	);
	const leaving = new AbortController();
	const seen: string[] = [];
	for await (const { domain } of domains.search(searchFor("neema", ["com", "net", "org"]), {
		signal: leaving.signal,
	})) {
		seen.push(domain);
		if (seen.length === 2) {
			leaving.abort();
			answerCom("available");
		}
	}
	expect(seen).toEqual(["neema.net", "neema.org"]);
});

/** A search whose registry answers when the test says so. */
function runningSearch(text: string, tlds: readonly string[], sort?: ResultSort) {
	const answer = new Map<string, (state: RegistryState) => void>();
	const { domains } = domainsWith((name) => new Promise((resolve) => answer.set(name, resolve)));
	const signal = new AbortController().signal;
	const asking = { asker: { key: "10.8.0.4", userAgent: "" }, signal, allowed: ok(new Map()) };
	const search = searchFor(text, tlds);
	const running = startSearch(domains, search, asking, rowOrder(search.names, sort, "KES"));
	const tell = async (name: string, state: RegistryState) => {
		while (!answer.has(name)) await new Promise((resolve) => setTimeout(resolve));
		answer.get(name)?.(state);
	};
	return { running, tell };
}

const namesOf = (found: readonly { name: { ascii: string } }[]) => found.map(({ name }) => name.ascii);

test("rows are sent in the waves in which they arrive, without the names that may still be featured", async () => {
	const { running, tell } = runningSearch("neema", ["co.ke", "com", "org", "net", "io"]);
	await tell("neema.net", "available");
	await tell("neema.com", "available");
	await tell("neema.org", "available");
	const first = await running.rows;
	expect(namesOf(first.items)).toEqual(["neema.org", "neema.net"]);
	await tell("neema.co.ke", "available");
	expect(await running.featured).toMatchObject({ best: { name: { ascii: "neema.co.ke" } } });
	const second = await first.next;
	expect(namesOf(second?.items ?? [])).toEqual(["neema.com"]);
	expect(second?.left).toBe(1);
	await tell("neema.io", "taken");
	const outcome = await running.outcome;
	expect(outcome).toMatchObject({ available: 4, total: 5, unknown: [], similar: [] });
	expect(namesOf(outcome.taken)).toEqual(["neema.io"]);
	expect(await second?.next).toEqual({ items: [], left: 0, next: null });
});

test("sorted by price, a row waits for every cheaper name, and the featured name stays first", async () => {
	const { running, tell } = runningSearch("neema", ["co.ke", "com", "org", "xyz", "icu", "io"], "price");
	await tell("neema.io", "available");
	await tell("neema.co.ke", "available");
	await tell("neema.xyz", "available");
	expect(await running.featured).toMatchObject({ best: { name: { ascii: "neema.co.ke" } } });
	await tell("neema.icu", "taken");
	const first = await running.rows;
	expect(namesOf(first.items)).toEqual(["neema.xyz"]);
	await tell("neema.org", "available");
	await tell("neema.com", "available");
	const second = await first.next;
	expect(namesOf(second?.items ?? [])).toEqual(["neema.com", "neema.org", "neema.io"]);
	expect(await running.outcome).toMatchObject({ available: 5, total: 6 });
});

test("a premium name is sorted by its own price, among rows that wait for it", async () => {
	const { running, tell } = runningSearch("neema", ["co.ke", "org", "io", "xyz"], "-price");
	for (const name of ["neema.co.ke", "neema.io", "neema.org"]) await tell(name, "available");
	await running.featured;
	const rows = Promise.resolve(running.rows);
	expect(await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, 100, "waits"))])).toBe("waits");
	await tell("neema.xyz", "premium");
	const { items } = await rows;
	expect(namesOf(items)).toEqual(["neema.xyz", "neema.io", "neema.org"]);
});

test("sorted by name, rows are in the order of the alphabet in a page that is sent at once, too", async () => {
	const { domains } = domainsWith(() => "available");
	const signal = new AbortController().signal;
	const search = searchFor("neema", ["co.ke", "org", "com", "app"]);
	const order = rowOrder(search.names, "name", "KES");
	const asking = { asker: { key: "10.8.0.5", userAgent: "" }, signal, allowed: ok(new Map()) };
	const { rows } = await finishSearch(startSearch(domains, search, asking, order), order);
	expect(namesOf((await rows).items)).toEqual(["neema.app", "neema.com", "neema.org"]);
});

test("if no candidate is available, the most similar available name is featured and the others are listed", async () => {
	const { running, tell } = runningSearch("neema.com", ["com"]);
	await tell("neema.com", "taken");
	for (const name of ["neema-ke.com", "neema-online.com", "myneema.com"]) await tell(name, "available");
	for (const name of ["get-neema.com", "theneema.com", "neemaafrica.com"]) await tell(name, "taken");
	expect(await running.featured).toMatchObject({
		exact: { answer: { state: "taken" } },
		best: { name: { ascii: "neema-ke.com" } },
	});
	expect(namesOf((await running.outcome).similar)).toEqual(["neema-online.com", "myneema.com"]);
});
