import { createPublished } from "~/features/publishing/published.server";
import { readContent } from "./content.schema";
import { toCatalog } from "./indexed";
import { versionOne } from "./version-one/version-one";

/** The published catalogue in the memory of an isolate. */
export const publishedCatalog = () =>
	createPublished({
		name: "catalog",
		first: versionOne,
		read: (version, text) => toCatalog(version, readContent(text)),
	});
