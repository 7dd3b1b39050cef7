import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { ContentStore } from "~/platform/content-store/content-store";

/** After this, a request still uses the known version, and looks for a newer one in the background. */
const freshMs = 5 * SECOND;

/** After this, a request waits for the answer, so that a publish reaches every location within a minute. */
const staleMs = 25 * SECOND;

/** Content that staff publish in versions, ready for use. */
interface Versioned {
	readonly version: number;
}

interface Kind<T extends Versioned> {
	readonly name: "catalog" | "help" | "stock";
	/** Version 1, which is in the code. */
	readonly first: T;
	/** Reads what the store has. @throws if it is not such content */
	readonly read: (version: number, text: string) => T;
}

interface Sources<T> {
	readonly store: Pick<ContentStore, "current" | "read">;
	/** The published version of the database, for a store that does not answer. Null if none was published. */
	readonly fromDatabase: () => Promise<T | null>;
	readonly now: number;
	waitUntil(work: Promise<unknown>): void;
}

export type Published<T extends Versioned> = ReturnType<typeof createPublished<T>>;

/** Published content in the memory of an isolate. */
export function createPublished<T extends Versioned>({ name, first, read }: Kind<T>) {
	let known: { readonly content: T; readonly checkedAt: number } | null = null;
	/** When the last check began. */
	let startedAt = 0;

	async function find({ store, fromDatabase }: Sources<T>): Promise<T> {
		const previous = known?.content ?? null;
		try {
			const number = (await store.current()) ?? first.version;
			// Another location's answer may be older than what this isolate has seen.
			if (previous && number <= previous.version) return previous;
			if (number === first.version) return first;
			const text = await store.read(number);
			if (text === null) throw new Error(`Version ${number} of the content (${name}) is missing`);
			return read(number, text);
		} catch (error) {
			logger.error("content_unavailable", { operation: name, error });
			return previous ?? (await fromDatabase()) ?? first;
		}
	}

	// Each request asks itself, because the runtime doesn't let a request wait for the network of another one.
	async function check(sources: Sources<T>): Promise<T> {
		startedAt = sources.now;
		const content = await find(sources);
		if (!known || content.version >= known.content.version) known = { content, checkedAt: sources.now };
		return known.content;
	}

	return {
		/** The published version. Usually known already. @throws if neither store nor database answer a new isolate */
		current(sources: Sources<T>): T | Promise<T> {
			const { now } = sources;
			if (!known || now - known.checkedAt >= staleMs) return check(sources);
			if (now - Math.max(known.checkedAt, startedAt) >= freshMs) sources.waitUntil(check(sources));
			return known.content;
		},
	};
}
