import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { type FileStore, WrongLength } from "./file-store";

/** Files in a private Cloudflare R2 bucket. */
export function createR2FileStore(bucket: R2Bucket): FileStore {
	return {
		async put(key, body, size) {
			// R2 needs to know the length of a stream. More or fewer bytes make the pipe fail.
			const exact = new FixedLengthStream(size);
			let count = 0;
			const counted = new TransformStream<Uint8Array, Uint8Array>({
				transform(chunk, controller) {
					count += chunk.byteLength;
					if (count > size) controller.error(new WrongLength(`more than ${size} bytes`));
					else controller.enqueue(chunk);
				},
				flush(controller) {
					if (count !== size) controller.error(new WrongLength(`${count} of ${size} bytes`));
				},
			});
			const [piped, stored] = await Promise.allSettled([
				body.pipeThrough(counted).pipeTo(exact.writable),
				bucket.put(key, exact.readable),
			]);
			if (piped.status === "fulfilled" && stored.status === "fulfilled") return;
			await bucket.delete(key).catch(() => {});
			if (count !== size) throw new WrongLength(`${count} of ${size} bytes`);
			throw unavailable(stored.status === "rejected" ? stored.reason : undefined);
		},
		async get(key, part) {
			const object = await bucket.get(key, part && { range: part }).catch((cause) => {
				throw unavailable(cause);
			});
			return object && { body: object.body, size: object.size, version: object.etag };
		},
		async replace(key, content, version) {
			const onlyIf = version === null ? { etagDoesNotMatch: "*" } : { etagMatches: version };
			const written = await bucket.put(key, content, { onlyIf }).catch((cause) => {
				throw unavailable(cause);
			});
			return written !== null;
		},
		async delete(keys) {
			if (keys.length === 0) return;
			await bucket.delete([...keys]).catch((cause) => {
				throw unavailable(cause);
			});
		},
		async list(prefix, startAfter) {
			const options = { prefix, limit: 500, ...(startAfter !== undefined && { startAfter }) };
			const page = await bucket.list(options).catch((cause) => {
				throw unavailable(cause);
			});
			return {
				keys: page.objects.map(({ key, uploaded }) => ({ key, storedAt: uploaded.getTime() })),
				next: page.truncated ? page.objects.at(-1)?.key : undefined,
			};
		},
	};
}

const unavailable = (cause: unknown) => new ServiceUnavailable("The file store does not answer", { cause });
