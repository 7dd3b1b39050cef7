import { DAY, SECOND } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { withTimeout } from "~/lib/with-timeout";
import type { ContentStore } from "./content-store";

const timeoutMs = 2 * SECOND;

/** Seconds for which a location may keep the number of the version. KV's minimum. */
const pointerSeconds = 30;

/**
 * Published content in Workers KV: one value for each version, and one with the number of the published version.
 * @param name of the content, which its keys begin with
 */
export function createKvContentStore(kv: KVNamespace, name: "catalog" | "help" | "stock"): ContentStore {
	const pointerKey = `${name}:current`;
	const contentKey = (version: number) => `${name}:version:${version}`;

	async function orUnavailable<T>(work: Promise<T>): Promise<T> {
		try {
			return await withTimeout(work, timeoutMs);
		} catch (cause) {
			throw new ServiceUnavailable(`The store of published content (${name}) does not answer`, { cause });
		}
	}

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
