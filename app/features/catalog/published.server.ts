import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { CatalogStore } from "~/platform/catalog-store/catalog-store";
import type { CatalogContent } from "./content";
import { readContent } from "./content.schema";
import { type Catalog, toCatalog } from "./indexed";
import { versionOne } from "./version-one/version-one";

/** After this, a request still uses the known version, and looks for a newer one in the background. */
const freshMs = 5 * SECOND;

/** After this, a request waits for the answer, so that a publish reaches every location within a minute. */
const staleMs = 25 * SECOND;

interface Sources {
	readonly store: Pick<CatalogStore, "current" | "read">;
	/** The published version of the database, for a store that does not answer. Null if none was published. */
	readonly fromDatabase: () => Promise<{ readonly number: number; readonly content: CatalogContent } | null>;
	readonly now: number;
	waitUntil(work: Promise<unknown>): void;
}

export type PublishedCatalog = ReturnType<typeof createPublishedCatalog>;

/** The published catalogue in the memory of an isolate. */
export function createPublishedCatalog() {
	let known: { readonly catalog: Catalog; readonly checkedAt: number } | null = null;
	/** When the last check began. */
	let startedAt = 0;

	async function find({ store, fromDatabase }: Sources): Promise<Catalog> {
		const previous = known?.catalog ?? null;
		try {
			const number = (await store.current()) ?? versionOne.version;
			// Another location's answer may be older than what this isolate has seen.
			if (previous && number <= previous.version) return previous;
			if (number === versionOne.version) return versionOne;
			const text = await store.read(number);
			if (text === null) throw new Error(`Version ${number} of the catalogue is missing`);
			return toCatalog(number, readContent(text));
		} catch (error) {
			logger.error("catalog_unavailable", { error });
			if (previous) return previous;
			const stored = await fromDatabase();
			return stored ? toCatalog(stored.number, stored.content) : versionOne;
		}
	}

	// Each request asks itself, because the runtime doesn't let a request wait for the network of another one.
	async function check(sources: Sources): Promise<Catalog> {
		startedAt = sources.now;
		const catalog = await find(sources);
		if (!known || catalog.version >= known.catalog.version) known = { catalog, checkedAt: sources.now };
		return known.catalog;
	}

	return {
		/** The published version. Usually known already. @throws if neither store nor database answer a new isolate */
		current(sources: Sources): Catalog | Promise<Catalog> {
			const { now } = sources;
			if (!known || now - known.checkedAt >= staleMs) return check(sources);
			if (now - Math.max(known.checkedAt, startedAt) >= freshMs) sources.waitUntil(check(sources));
			return known.catalog;
		},
	};
}
