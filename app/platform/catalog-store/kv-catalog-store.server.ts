import { DAY, SECOND } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { withTimeout } from "~/lib/with-timeout";
import type { CatalogStore } from "./catalog-store";

const timeoutMs = 2 * SECOND;

/** Seconds for which a location may keep the number of the version. KV's minimum. */
const pointerSeconds = 30;

const pointerKey = "catalog:current";
const contentKey = (version: number) => `catalog:version:${version}`;

/** The catalogue in Workers KV: one value for each version, and one with the number of the published version. */
export function createKvCatalogStore(kv: KVNamespace): CatalogStore {
	return {
		async current() {
			const text = await orUnavailable(kv.get(pointerKey, { cacheTtl: pointerSeconds }));
			const version = Number(text);
			return text !== null && Number.isSafeInteger(version) && version > 1 ? version : null;
		},
		read: (version) => orUnavailable(kv.get(contentKey(version), { cacheTtl: DAY / SECOND })),
		write: (version, content) => orUnavailable(kv.put(contentKey(version), content)),
		publish: (version) => orUnavailable(kv.put(pointerKey, String(version))),
	};
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
	try {
		return await withTimeout(work, timeoutMs);
	} catch (cause) {
		throw new ServiceUnavailable("The store of the catalogue does not answer", { cause });
	}
}
