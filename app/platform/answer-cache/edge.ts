import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { NameCache } from "./answer-cache";

/** The facts about the names of one label, each with the time (ms) until which it is valid. */
type Entry<Fact> = Record<string, { readonly fact: Fact; readonly until: number }>;

export type EdgeStore = "domain-answers" | "registered-objects";

interface Options {
	readonly caches: CacheStorage;
	readonly store: EdgeStore;
	/** Keeps answers of the stand-in's registry apart. */
	readonly registry: string;
	readonly clock: Clock;
}

/**
 * Uses the Cache API of the data centre that serves the request. Not KV, because answers may be cached for one minute
 * only (KV serves older copies), and a search would cost a KV write. A lost fact is simply looked up again.
 * `duka.ke`, `duka.com` and all others of their label share an entry, because a search asks for all of them, and each call
 * counts as a subrequest. Of two writes at the same time the last one wins.
 */
export function createEdgeCache<Fact extends { readonly name: string }>(options: Options): NameCache<Fact> {
	const { caches, store, registry, clock } = options;
	const labelOf = (name: string) => name.slice(0, name.indexOf("."));
	const address = (label: string) => `https://answers.invalid/${registry}/${encodeURIComponent(label)}`;

	/** The facts that are still valid. None of an entry that another release wrote in another format. */
	async function read(cache: Cache, label: string): Promise<Entry<Fact>> {
		const now = clock();
		const hit = await cache.match(address(label));
		const entry = (hit && (await hit.json().catch(() => null))) as Readonly<Record<string, unknown>> | null | undefined;
		return Object.fromEntries(
			Object.entries(entry ?? {}).flatMap(([name, value]) => {
				const { fact, until } = (value ?? {}) as Partial<Entry<Fact>[string]>;
				return fact?.name === name && typeof until === "number" && until > now ? [[name, { fact, until }]] : [];
			}),
		);
	}

	async function write(cache: Cache, label: string, entry: Entry<Fact>): Promise<void> {
		const last = Math.max(0, ...Object.values(entry).map(({ until }) => until));
		if (last === 0) return void (await cache.delete(address(label)));
		const headers = {
			"Cache-Control": `max-age=${Math.ceil((last - clock()) / SECOND)}`,
			"Content-Type": "application/json",
		};
		await cache.put(address(label), new Response(JSON.stringify(entry), { headers }));
	}

	/** Does the work for each label. If the cache fails, returns nothing. */
	async function forLabels<Result>(
		names: readonly string[],
		work: (cache: Cache, label: string) => Promise<Result>,
	): Promise<Result[]> {
		try {
			const cache = await caches.open(store);
			return await Promise.all([...new Set(names.map(labelOf))].map((label) => work(cache, label)));
		} catch (error) {
			logger.warn("answer_cache_failed", { error });
			return [];
		}
	}

	return {
		async get(names) {
			const known = Object.assign({}, ...(await forLabels(names, read))) as Entry<Fact>;
			return new Map(names.flatMap((name) => (known[name] ? [[name, known[name].fact] as const] : [])));
		},
		async put(entries) {
			const now = clock();
			await forLabels(
				entries.map(({ fact }) => fact.name),
				async (cache, label) => {
					const entry = await read(cache, label);
					for (const { fact, seconds } of entries) {
						if (labelOf(fact.name) !== label) continue;
						if (seconds === 0) delete entry[fact.name];
						else entry[fact.name] = { fact, until: now + seconds * SECOND };
					}
					await write(cache, label, entry);
				},
			);
		},
		async forget(name) {
			await forLabels([name], (cache, label) => cache.delete(address(label)));
		},
	};
}
