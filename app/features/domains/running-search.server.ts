import { logger } from "~/lib/log.server";
import type { Result } from "~/lib/result";
import { type Answer, unknownAnswer } from "./answer";
import { createWaves, type Wave } from "./answer-waves";
import type { DomainName, Search } from "./domain-name";
import type { CachedAnswers, Domains } from "./domains.server";
import { chooseFeatured, featuredCandidates } from "./featured-name";
import type { LookupClient } from "./lookup-limits.server";
import { listOrder, type RowOrder } from "./row-order";
import { suggestionsFor } from "./suggestions";

/** A name with its answer. */
export interface FoundName {
	readonly name: DomainName;
	readonly answer: Answer;
}

export interface Featured {
	/** The answer for the exact name, if there is one. */
	readonly exact: FoundName | null;
	/** The best name that can be bought. Null if neither a candidate nor a similar name can be. */
	readonly best: FoundName | null;
}

export interface SearchOutcome {
	readonly available: number;
	readonly total: number;
	/** Taken and reserved names, in the order of the price list. */
	readonly taken: readonly FoundName[];
	/** Names whose registry did not answer. */
	readonly unknown: readonly FoundName[];
	/** Available names similar to the exact one, if that is taken. Without the featured one. */
	readonly similar: readonly FoundName[];
}

/** A search whose answers arrive one after the other. The promises never reject. */
export interface RunningSearch {
	readonly word: string;
	readonly note: string | null;
	/** The name to show until the featured one is known. */
	readonly expected: DomainName;
	readonly featured: Promise<Featured> | Featured;
	/** All other available names. */
	readonly rows: Promise<Wave<FoundName>> | Wave<FoundName>;
	/** Resolves when all answers have arrived. */
	readonly outcome: Promise<SearchOutcome> | SearchOutcome;
}

/** `allowed`: the cached answers, unless the rate limit refuses the search. Then every name is `unknown`. */
export interface SearchContext {
	readonly asker: LookupClient;
	readonly signal: AbortSignal;
	readonly allowed: Promise<Result<CachedAnswers>> | Result<CachedAnswers>;
}

const maxSuggestions = 4;

/** Starts the lookups of a search. */
export function startSearch(
	domains: Domains,
	search: Search,
	context: SearchContext,
	order: RowOrder = listOrder(search.names),
): RunningSearch {
	const { names, word, note } = search;
	const { featured, rows, receive, finish } = collectAnswers(search, order, (answer) =>
		suggest(domains, search, answer, context),
	);

	async function run(): Promise<SearchOutcome> {
		const missing = new Map(names.map((name) => [name.ascii, name]));
		try {
			for await (const answer of searchIfAllowed(domains, search, context)) {
				const name = missing.get(answer.domain);
				missing.delete(answer.domain);
				if (name) receive({ name, answer });
			}
		} catch (error) {
			logger.error("search_failed", { operation: "search", error });
		}
		for (const name of missing.values()) receive({ name, answer: unknownAnswer(name, Date.now()) });
		return finish();
	}

	const expected = featuredCandidates(search)[0] ?? (names[0] as DomainName);
	return { word, note, expected, featured, rows, outcome: run() };
}

/** Waits for every answer, for a page that is not streamed. */
export async function finishSearch(
	running: RunningSearch,
	{ compare }: Pick<RowOrder, "compare">,
): Promise<RunningSearch> {
	const [outcome, featured] = await Promise.all([running.outcome, running.featured]);
	const items: FoundName[] = [];
	for (let wave: Wave<FoundName> | null = await running.rows; wave; wave = await wave.next) items.push(...wave.items);
	return { ...running, outcome, featured, rows: { items: items.sort(compare), left: 0, next: null } };
}

/**
 * Sorts answers as they arrive: the featured one, rows, and the rest.
 * @param suggest called with the exact name's answer
 */
function collectAnswers(
	{ exact, names }: Search,
	{ compare, mayPrecede }: RowOrder,
	suggest: (answer: Answer) => Promise<readonly FoundName[]>,
) {
	const candidates = featuredCandidates({ exact, names });
	const isCandidate = new Set(candidates);
	const answers = new Map<string, Answer>();
	// One of the names is featured and has no row.
	const waves = createWaves(names.length - 1, compare);
	/** Names that may still become rows. */
	const open = new Set(names);
	/** Rows that wait for the answers of names that may belong before them. */
	let held: FoundName[] = [];
	let resolveFeatured: (featured: Featured) => void = () => {};
	const featured = new Promise<Featured>((resolve) => {
		resolveFeatured = resolve;
	});
	let suggestions: Promise<readonly FoundName[]> = Promise.resolve([]);
	let chosen = chooseFeatured(candidates, answers);

	const found = (name: DomainName): FoundName[] => {
		const answer = answers.get(name.ascii);
		return answer ? [{ name, answer }] : [];
	};
	function addRow(item: FoundName): void {
		open.delete(item.name);
		if (item.answer.available) held.push(item);
		else waves.skip();
	}

	function sendRows(): void {
		const waiting: FoundName[] = [];
		for (const item of held) {
			if ([...open].some((name) => mayPrecede(name, item))) waiting.push(item);
			else waves.add(item);
		}
		held = waiting;
	}

	async function feature(): Promise<void> {
		const best = candidates.flatMap(found).find(({ answer }) => answer === chosen) ?? (await suggestions)[0] ?? null;
		waves.flush();
		resolveFeatured({ exact: exact && (found(exact)[0] ?? null), best });
	}
	if (chosen !== undefined) void feature();

	return {
		featured,
		rows: waves.first,

		receive({ name, answer }: FoundName): void {
			answers.set(name.ascii, answer);
			if (name === exact) suggestions = suggest(answer);
			if (!isCandidate.has(name) || chosen !== undefined) {
				addRow({ name, answer });
				sendRows();
				return;
			}
			chosen = chooseFeatured(candidates, answers);
			if (chosen === undefined) return;
			// Until now, any of these could have been the featured one.
			for (const item of candidates.flatMap(found)) {
				if (item.answer === chosen) open.delete(item.name);
				else addRow(item);
			}
			sendRows();
			void feature();
		},

		/** Call it after the last answer. */
		async finish(): Promise<SearchOutcome> {
			const { best } = await featured;
			const similar = (await suggestions).filter(({ name }) => name.ascii !== best?.name.ascii);
			waves.end();
			const all = names.flatMap(found);
			const inState = (...states: readonly Answer["state"][]) =>
				all.filter(({ answer: { state } }) => states.includes(state));
			return {
				available: inState("available", "premium").length,
				total: all.length,
				taken: inState("taken", "reserved"),
				// If nothing is featured, the card has the exact name.
				unknown: inState("unknown").filter(({ name }) => best !== null || name !== exact),
				similar,
			};
		},
	};
}

export async function* searchIfAllowed(
	domains: Domains,
	search: Pick<Search, "names">,
	{ allowed, ...options }: SearchContext,
) {
	const counted = await allowed;
	if (counted.ok) yield* domains.search(search, { ...options, cached: counted.value });
}

/** Available names similar to a taken one, the most similar first. */
async function suggest(domains: Domains, search: Search, { state }: Answer, context: SearchContext) {
	try {
		if (state !== "taken" && state !== "reserved") return [];
		const names = suggestionsFor(search);
		const answers = await domains.check(
			names.map(({ ascii }) => ascii),
			context,
		);
		return names
			.flatMap((name, index) => {
				const answer = answers[index];
				return answer?.state === "available" ? [{ name, answer }] : [];
			})
			.slice(0, maxSuggestions);
	} catch (error) {
		logger.warn("search_failed", { operation: "suggestions", error });
		return [];
	}
}
