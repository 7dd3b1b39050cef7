import { AsyncLocalStorage } from "node:async_hooks";
import { createPublished, type Published } from "~/features/publishing/published.server";
import type { Clock } from "~/lib/clock";
import type { ContentStore } from "~/platform/content-store/content-store";
import type { Article } from "./article";
import { firstHelp } from "./first-articles/first-articles";
import { type Help, readHelp } from "./help";
import { search } from "./search";

/** The published help in the memory of an isolate. */
export const publishedHelp = () => createPublished({ name: "help", first: firstHelp, read: readHelp });

const scope = new AsyncLocalStorage<Help>();

/** Runs work with a version of the help, which stays the same until the work ends. */
export const withHelp = <T>(help: Help, run: () => T): T => scope.run(help, run);

interface Dependencies {
	readonly helpStore: Pick<ContentStore, "current" | "read">;
	readonly helpMemory: Published<Help>;
	/** The published version, for a store that does not answer. Null if none was published. */
	readonly fromDatabase: () => Promise<Help | null>;
	readonly clock: Clock;
	waitUntil(work: Promise<unknown>): void;
}

export type HelpReader = ReturnType<typeof createHelp>;

/** Articles that are suggested for a message. */
const suggested = 3;

/** Help for visitors. Needs no database unless the store fails. */
export function createHelp({ helpStore, helpMemory, fromDatabase, clock, waitUntil }: Dependencies) {
	/** The published help, or the version that this work runs with. */
	const current = async (): Promise<Help> =>
		scope.getStore() ?? helpMemory.current({ store: helpStore, fromDatabase, now: clock(), waitUntil });

	return {
		current,

		/** Articles for a search, best first. */
		search: async (query: string): Promise<Article[]> => search((await current()).index, query, "all"),

		/** At most three articles that may answer a message before it is sent. */
		suggest: async (text: string): Promise<Article[]> =>
			search((await current()).index, text, "some").slice(0, suggested),
	};
}
