import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import type { FileStore, StoredFile } from "~/platform/files/file-store";

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

/** A file store whose nth call fails: `before` or `after` the operation, or in the `middle` of a file that it reads. */
export function filesFailingAt(store: FileStore, n: number, how: "before" | "after" | "middle") {
	let calls = 0;
	const unavailable = () => new ServiceUnavailable("The file store does not answer");
	const failing =
		(name: keyof FileStore) =>
		async (...args: never[]) => {
			calls += 1;
			const isIt = calls === n;
			if (isIt && how === "before") throw unavailable();
			const result = await (store[name] as (...args: never[]) => Promise<unknown>)(...args);
			if (isIt && how === "after") throw unavailable();
			return isIt && how === "middle" && name === "get" && result !== null
				? { ...(result as StoredFile), body: await firstHalf((result as StoredFile).body) }
				: result;
		};
	const names = ["put", "get", "replace", "delete", "list"] as const;
	const files = Object.fromEntries(names.map((name) => [name, failing(name)])) as unknown as FileStore;
	return { files, isReached: () => calls >= n };
}

/** The first half of a body, which then ends with an error. */
async function firstHalf(body: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
	const bytes = new Uint8Array(await new Response(body).arrayBuffer());
	let isSent = false;
	return new ReadableStream({
		pull(controller) {
			if (isSent) controller.error(new Error("connection reset"));
			else controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
			isSent = true;
		},
	});
}
