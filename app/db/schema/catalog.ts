import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CatalogContent } from "~/features/catalog/content";
import { json, time } from "../columns";

/** Versions of the catalogue that staff have published. Version 1 is in the code. */
export const catalogVersions = sqliteTable("catalog_versions", {
	number: integer("number").primaryKey(),
	/** Never changes. */
	content: json<CatalogContent>("content").notNull(),
	/** Why it was published. */
	note: text("note").notNull(),
	/** The name of the person who published it. */
	author: text("author").notNull(),
	createdAt: time("created_at").notNull(),
	/** From when it applies. */
	liveAt: time("live_at").notNull(),
	/** When every location could read it. Null before. */
	distributedAt: time("distributed_at"),
	/** When a planned version was cancelled. */
	cancelledAt: time("cancelled_at"),
});

/** Changes to the catalogue that are not published yet, one row for each product. */
export const catalogDraft = sqliteTable("catalog_draft", {
	/** `extension:co.ke`, `plan:shared-starter`, `rules`: features/catalog-desk/draft.ts. */
	key: text("key").primaryKey(),
	/** The whole product as it shall be. */
	value: json<unknown>("value").notNull(),
	/** The name of the person who changed it last. */
	author: text("author").notNull(),
	/** Also the version of the row. */
	updatedAt: time("updated_at").notNull(),
});
