import { logger } from "~/lib/log.server";
import { type Answer, unknownAnswer } from "./answer";
import { createWaves, type Wave } from "./answer-waves";
import { defaultExtension, maxBulkNames } from "./domain-input";
import { type DomainName, parseDomainName } from "./domain-name";
import type { Domains } from "./domains.server";
import { type FoundName, type SearchContext, searchIfAllowed } from "./running-search.server";

/** A list of names, as pasted. */
export interface BulkList {
	/** Each name once, in the order of the list. */
	readonly names: readonly DomainName[];
	/** Entries that can't be searched, with the reason. */
	readonly problems: readonly { readonly text: string; readonly message: string }[];
	/** Entries beyond the limit, which are ignored. */
	readonly ignored: number;
}

/** Reads names that are separated by spaces, commas or new lines. A word means the word with `.co.ke`. */
export function parseBulk(text: string): BulkList {
	const entries = [...new Set(text.split(/[\s,;]+/u).filter(Boolean))];
	const names = new Map<string, DomainName>();
	const problems: { text: string; message: string }[] = [];
	for (const entry of entries.slice(0, maxBulkNames)) {
		const name = parseDomainName(entry.includes(".") ? entry : `${entry}.${defaultExtension}`);
		if (name.ok) names.set(name.value.ascii, name.value);
		else problems.push({ text: entry, message: name.error.message });
	}
	return { names: [...names.values()], problems, ignored: Math.max(0, entries.length - maxBulkNames) };
}

/** A search for a list of names. The promises never reject. */
export interface RunningBulk {
	/** In the order of the list. */
	readonly entries: readonly { readonly name: DomainName; readonly answer: Promise<Answer> | Answer }[];
	/** The number of available names, when all answers have arrived. */
	readonly available: Promise<number> | number;
}

export function startBulk(domains: Domains, names: readonly DomainName[], context: SearchContext): RunningBulk {
	const waves = createWaves<FoundName>(names.length, () => 0);
	const resolvers = new Map<string, (answer: Answer) => void>();
	const entries = names.map((name) => ({
		name,
		answer: new Promise<Answer>((resolve) => resolvers.set(name.ascii, resolve)),
	}));

	async function receive(): Promise<void> {
		const missing = new Map(names.map((name) => [name.ascii, name]));
		try {
			for await (const answer of searchIfAllowed(domains, { names }, context)) {
				const name = missing.get(answer.domain);
				missing.delete(answer.domain);
				if (name) waves.add({ name, answer });
			}
		} catch (error) {
			logger.error("search_failed", { operation: "bulk", error });
		}
		for (const name of missing.values()) waves.add({ name, answer: unknownAnswer(name, Date.now()) });
		waves.end();
	}

	async function deliver(): Promise<number> {
		let available = 0;
		for (let wave: Wave<FoundName> | null = await waves.first; wave; wave = await wave.next) {
			for (const { name, answer } of wave.items) {
				resolvers.get(name.ascii)?.(answer);
				if (answer.available) available += 1;
			}
		}
		return available;
	}

	void receive();
	return { entries, available: deliver() };
}

/** Waits for every answer, for a page that is not streamed. */
export async function finishBulk({ entries, available }: RunningBulk): Promise<RunningBulk> {
	const answered = entries.map(async ({ name, answer }) => ({ name, answer: await answer }));
	return { entries: await Promise.all(answered), available: await available };
}
