import type { Catalog } from "./indexed";

let reader: (() => Catalog) | undefined;

/** For the server, which knows the catalogue of each request (scope.server.ts). */
export function provideCatalog(read: () => Catalog): void {
	reader = read;
}

/**
 * The catalogue of this request, message or cron run.
 * @throws Error in the browser, which has no prices. Pages get theirs from loaders.
 */
export function currentCatalog(): Catalog {
	if (!reader) throw new Error("Only the server has the catalogue. Pass what the page needs from its loader.");
	return reader();
}

/** Whether this request shows the draft of staff. It has no version. */
export const isPreview = (): boolean => currentCatalog().version === previewVersion;

export const previewVersion = 0;
