import type { Clock } from "~/lib/clock";
import type { AnswerCache } from "~/platform/answer-cache/answer-cache";
import type { Registrar, RegistryAnswer } from "~/platform/registrar/registrar";
import { type Answer, cacheSeconds, toAnswer } from "./answer";
import { parseDomainName, type Search } from "./domain-name";
import { type LookupClient, lookupClientKey } from "./lookup-limits.server";

/** Answers from the cache, by name. */
export type CachedAnswers = ReadonlyMap<string, RegistryAnswer>;

interface LookupOptions {
	/** The client, for its share of the queue to a registry. The caller counts its lookups. */
	readonly asker?: LookupClient | undefined;
	/** What the cache has for these names, if the caller has read it. */
	readonly cached?: CachedAnswers;
	readonly signal?: AbortSignal;
}

interface Dependencies {
	readonly registrar: Registrar;
	readonly cache: AnswerCache;
	readonly clock: Clock;
	/** Keeps the Worker running until the cache is written. */
	readonly waitUntil: (work: Promise<unknown>) => void;
}

export interface Domains {
	/** Yields one answer per name, in the order in which they arrive. If aborted, ends without throwing. */
	search(query: Pick<Search, "names">, options?: LookupOptions): AsyncIterable<Answer>;
	/**
	 * Returns answers in the order of the names. Invalid names are `unknown`.
	 * @param fresh skips the cache: for the shopping cart and before payment.
	 */
	check(names: readonly string[], options?: LookupOptions & { fresh?: boolean }): Promise<Answer[]>;
}

/** Looks up the availability of names, first in the cache, then at the registries. */
export function createDomains({ registrar, cache, clock, waitUntil }: Dependencies): Domains {
	async function* askRegistrar(
		names: readonly string[],
		{ asker, signal }: LookupOptions,
	): AsyncGenerator<RegistryAnswer> {
		if (names.length === 0) return;
		const found: { fact: RegistryAnswer; seconds: number }[] = [];
		try {
			for await (const fact of registrar.check(names, signal, asker && lookupClientKey(asker))) {
				if (!signal?.aborted) found.push({ fact, seconds: cacheSeconds[fact.state] });
				yield fact;
			}
		} finally {
			if (found.length > 0) waitUntil(cache.put(found));
		}
	}

	/** Yields cached answers first, then asks the registrar for all others together. */
	async function* ask(names: readonly string[], options: LookupOptions): AsyncGenerator<RegistryAnswer> {
		const cached = options.cached ?? (await cache.get(names));
		yield* cached.values();
		yield* askRegistrar(
			names.filter((name) => !cached.has(name)),
			options,
		);
	}

	return {
		async *search({ names }, options = {}) {
			for await (const answer of ask(
				names.map(({ ascii }) => ascii),
				options,
			)) {
				if (options.signal?.aborted) return;
				yield toAnswer(answer);
			}
		},

		async check(texts, { fresh = false, ...options } = {}) {
			const parsed = texts.map(parseDomainName);
			const names = [...new Set(parsed.flatMap((name) => (name.ok ? [name.value.ascii] : [])))];
			const answers = new Map<string, RegistryAnswer>();
			for await (const answer of fresh ? askRegistrar(names, options) : ask(names, options))
				answers.set(answer.name, answer);
			return parsed.map((name, index) => {
				const ascii = name.ok ? name.value.ascii : (texts[index] ?? "");
				const unknown = { name: ascii, state: "unknown", source: "none", checkedAt: clock() } as const;
				return toAnswer(answers.get(ascii) ?? unknown);
			});
		},
	};
}
