import type { Result } from "~/lib/result";
import { type Answer, unknownAnswer } from "./answer";
import type { DomainName, Search } from "./domain-name";
import type { Domains } from "./domains.server";
import type { LookupClient } from "./lookup-limits.server";
import { suggestionsFor } from "./suggestions";

/** A name and its answer, which may be pending. */
export interface SearchEntry {
	readonly name: DomainName;
	readonly answer: Promise<Answer> | Answer;
}

/** A search whose answers arrive one by one. */
export interface RunningSearch {
	readonly word: string;
	readonly note: string | null;
	readonly exact: SearchEntry | null;
	/** In the order of the price list, so that nothing moves when an answer arrives. */
	readonly others: readonly SearchEntry[];
	/** Available names similar to the exact one, if that is taken. */
	readonly suggestions: Promise<readonly Answer[]> | readonly Answer[];
}

/** `allowed`: the outcome of the rate limit. If it failed, every name is `unknown`. */
interface SearchContext {
	readonly asker: LookupClient;
	readonly signal: AbortSignal;
	readonly allowed: Promise<Result<null>> | Result<null>;
}

const maxSuggestions = 4;

/** Starts the lookups. The promises in the result never reject. */
export function startSearch(domains: Domains, search: Search, context: SearchContext): RunningSearch {
	const entries = toEntries(searchIfAllowed(domains, search, context), search.names);
	const [exact, others] = search.exact ? [entries[0] ?? null, entries.slice(1)] : [null, entries];
	return {
		...{ word: search.word, note: search.note, exact, others },
		suggestions: exact ? suggest(domains, search, exact.answer, context) : [],
	};
}

/** Waits for every answer, for a page that is not streamed. */
export async function finishSearch(running: RunningSearch): Promise<RunningSearch> {
	const finish = async ({ name, answer }: SearchEntry): Promise<SearchEntry> => ({ name, answer: await answer });
	const [exact, others, suggestions] = await Promise.all([
		running.exact && finish(running.exact),
		Promise.all(running.others.map(finish)),
		running.suggestions,
	]);
	return { ...running, exact, others, suggestions };
}

async function* searchIfAllowed(domains: Domains, search: Search, { allowed, ...options }: SearchContext) {
	if ((await allowed).ok) yield* domains.search(search, options);
}

async function suggest(domains: Domains, search: Search, answer: Promise<Answer> | Answer, context: SearchContext) {
	try {
		const { state } = await answer;
		if (state !== "taken" && state !== "reserved") return [];
		const names = suggestionsFor(search).map(({ ascii }) => ascii);
		const answers = await domains.check(names, context);
		return answers.filter(({ state }) => state === "available").slice(0, maxSuggestions);
	} catch (error) {
		console.warn("suggestions", error);
		return [];
	}
}

/** A promise for every name that resolves when its answer arrives. Names without an answer are `unknown`. */
function toEntries(answers: AsyncIterable<Answer>, names: readonly DomainName[]) {
	const resolvers = new Map<string, (answer: Answer) => void>();
	const entries = names.map((name) => ({
		name,
		answer: new Promise<Answer>((resolve) => resolvers.set(name.ascii, resolve)),
	}));
	const finish = () => {
		for (const name of names) resolvers.get(name.ascii)?.(unknownAnswer(name, Date.now()));
	};
	(async () => {
		for await (const answer of answers) resolvers.get(answer.domain)?.(answer);
	})().then(finish, (error: unknown) => {
		console.error("domain search", error);
		finish();
	});
	return entries;
}
