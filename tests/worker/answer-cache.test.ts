import { expect, test } from "vitest";
import type { NameCache } from "~/platform/answer-cache/answer-cache";
import { createEdgeCache } from "~/platform/answer-cache/edge";

interface Fact {
	readonly name: string;
	readonly state: string;
}

let stores = 0;
/** A cache of its own for each test, with a clock. */
function edgeCache() {
	stores += 1;
	const time = { now: Date.now() };
	const options = { caches, store: "domain-answers", registry: `test${stores}`, clock: () => time.now } as const;
	return { time, registry: options.registry, cache: createEdgeCache<Fact>(options) };
}

const fact = (name: string, state = "taken", seconds = 60) => ({ fact: { name, state }, seconds });
const known = async (cache: NameCache<Fact>, ...names: string[]) => [...(await cache.get(names)).keys()];

test("answers are found by name, whichever search brought them", async () => {
	const { cache } = edgeCache();
	expect(await known(cache, "duka.ke", "duka.com")).toEqual([]);
	await cache.put([fact("duka.ke", "available"), fact("duka.co.ke")]);
	await cache.put([fact("duka.com"), fact("soko.com")]);
	expect(await known(cache, "duka.ke", "duka.com", "duka.co.ke", "duka.org", "soko.com")).toEqual([
		"duka.ke",
		"duka.com",
		"duka.co.ke",
		"soko.com",
	]);
	expect((await cache.get(["duka.ke"])).get("duka.ke")).toEqual({ name: "duka.ke", state: "available" });
});

test("each answer has its own lifetime", async () => {
	const { cache, time } = edgeCache();
	await cache.put([fact("duka.ke", "available", 60), fact("duka.com", "taken", 3_600)]);
	time.now += 59_000;
	expect(await known(cache, "duka.ke", "duka.com")).toEqual(["duka.ke", "duka.com"]);
	time.now += 1_000;
	expect(await known(cache, "duka.ke", "duka.com")).toEqual(["duka.com"]);
	await cache.put([fact("duka.ke", "unknown", 0), fact("duka.com", "unknown", 0)]);
	expect(await known(cache, "duka.ke", "duka.com")).toEqual([]);
});

test("a forgotten name is looked up again", async () => {
	const { cache } = edgeCache();
	await cache.put([fact("duka.ke"), fact("soko.ke")]);
	await cache.forget("duka.ke");
	await cache.forget("never-seen.ke");
	expect(await known(cache, "duka.ke", "soko.ke")).toEqual(["soko.ke"]);
});

test.each([
	"null",
	"[]",
	'"duka.ke"',
	"{broken",
	'{"duka.ke":null}',
	'{"name":"duka.ke","state":"taken"}',
	'{"duka.ke":{"name":"duka.ke","until":9999999999999}}',
	'{"duka.ke":{"fact":{"name":"soko.ke","state":"taken"},"until":9999999999999}}',
])("an entry of another format is an empty one and is replaced: %s", async (body) => {
	const { cache, registry } = edgeCache();
	const store = await caches.open("domain-answers");
	const headers = { "Cache-Control": "max-age=600" };
	await store.put(`https://answers.invalid/${registry}/duka`, new Response(body, { headers }));
	await cache.put([fact("soko.ke")]);
	expect(await known(cache, "duka.ke", "soko.ke")).toEqual(["soko.ke"]);
	await cache.put([fact("duka.com")]);
	expect(await known(cache, "duka.ke", "duka.com")).toEqual(["duka.com"]);
});

test("a cache that fails is an empty one", async () => {
	const caches = { open: async () => Promise.reject(new Error("no cache here")) } as unknown as CacheStorage;
	const cache = createEdgeCache<Fact>({ caches, store: "domain-answers", registry: "test", clock: Date.now });
	await cache.put([fact("duka.ke")]);
	expect(await known(cache, "duka.ke")).toEqual([]);
	await cache.forget("duka.ke");
});
