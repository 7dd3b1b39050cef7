import type { NameCache } from "./answer-cache";

/**
 * Uses the Cache API of the data centre that serves the request. Not KV, because answers may be cached for one minute
 * only (KV serves older copies), and a search would cost about twenty KV writes. A lost entry is simply looked up again.
 */
export function createEdgeCache<Fact extends { readonly name: string }>(
	caches: CacheStorage,
	store: "domain-answers" | "registered-objects",
	registrar: string,
): NameCache<Fact> {
	const open = () => caches.open(store);
	const address = (name: string) => `https://answers.invalid/${registrar}/${encodeURIComponent(name)}`;
	return {
		async get(name) {
			try {
				const hit = await (await open()).match(address(name));
				return hit && ((await hit.json()) as Fact);
			} catch (error) {
				console.warn("answer cache", error);
				return undefined;
			}
		},
		async put(fact, seconds) {
			try {
				if (seconds === 0) return void (await (await open()).delete(address(fact.name)));
				const headers = { "Cache-Control": `max-age=${seconds}`, "Content-Type": "application/json" };
				await (await open()).put(address(fact.name), new Response(JSON.stringify(fact), { headers }));
			} catch (error) {
				console.warn("answer cache", error);
			}
		},
		async forget(name) {
			try {
				await (await open()).delete(address(name));
			} catch (error) {
				console.warn("answer cache", error);
			}
		},
	};
}
