import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import type { FileStore } from "~/platform/files/file-store";

/** A file store that fails as R2 can: `before` or `after` the operation. */
export function flakyFiles(store: FileStore, faults: Partial<Record<keyof FileStore, "before" | "after">>): FileStore {
	const failing =
		(name: keyof FileStore) =>
		async (...args: never[]) => {
			if (faults[name] === "before") throw new ServiceUnavailable("The file store does not answer");
			const work = store[name] as (...args: never[]) => Promise<unknown>;
			const result = await work(...args);
			if (faults[name] === "after") throw new ServiceUnavailable("The file store does not answer");
			return result;
		};
	const names = ["put", "get", "replace", "delete", "list"] as const;
	return Object.fromEntries(names.map((name) => [name, failing(name)])) as unknown as FileStore;
}
