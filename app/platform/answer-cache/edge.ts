import type { NameCache } from "./answer-cache";

/**
 * The Cache API of the data centre that answers. Chosen over KV: an answer may live for exactly one minute (KV keeps
 * nothing for less and serves older copies), a search would cost some twenty KV writes, and an answer lost with the
 * data centre's cache is only asked for again.
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
