import { readText } from "~/lib/gzip";
import type { FileStore } from "~/platform/files/file-store";

export type PageStore = ReturnType<typeof createPageStore>;

/** Pages that were rendered with published content. @param folder of one kind of content, with a slash at the end */
export function createPageStore(
	store: Pick<FileStore, "get" | "put" | "list" | "delete">,
	folder: "price-pages/" | "help-pages/",
) {
	return {
		/** @param page differs for each build of each page */
		keyOf: (version: number, page: string): string => `${folder}${version}/${page}.html`,

		/** Null if the page was not stored yet. @throws ServiceUnavailable */
		async read(key: string): Promise<string | null> {
			const file = await store.get(key);
			return file && readText(file.body);
		},

		/** @throws ServiceUnavailable */
		async write(key: string, html: string): Promise<void> {
			const bytes = new TextEncoder().encode(html);
			await store.put(key, new Blob([bytes]).stream(), bytes.byteLength);
		},

		/** Deletes the pages of earlier versions. @throws ServiceUnavailable */
		async deleteBefore(version: number): Promise<void> {
			let after: string | undefined;
			do {
				const page = await store.list(folder, after);
				const old = page.keys.flatMap(({ key }) => (Number(key.split("/")[1]) < version ? [key] : []));
				if (old.length > 0) await store.delete(old);
				after = page.next;
			} while (after !== undefined);
		},
	};
}
