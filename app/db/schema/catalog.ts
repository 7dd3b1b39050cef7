import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CatalogContent } from "~/features/catalog/content";
import { json, minor, time } from "../columns";

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

/**
 * How many pieces of a hardware product there are. Not part of a version, because it changes with each order. A product
 * without a row is not counted. Rows are never deleted.
 */
export const hardwareStock = sqliteTable("hardware_stock", {
	productId: text("product_id").primaryKey(),
	/** Pieces that no order has reserved. Below zero if orders have reserved more than there are. Null: not counted. */
	free: integer("free"),
	/** Staff are told when so few are free. Null: only when none is. */
	lowAt: integer("low_at"),
	/** How often it has sold out, run low or come back. Never falls. */
	changes: integer("changes").notNull().default(0),
	/** When staff changed it last. Also the version of the row for their forms. Orders don't change it. */
	changedAt: time("changed_at").notNull(),
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

/**
 * What a plan, an add-on or a device costs us for each term. Not part of a version, so that no public page and no stored
 * content has it. Rows are never deleted.
 */
export const productCosts = sqliteTable("product_costs", {
	/** As in `catalog_draft`: `plan:shared-starter`. */
	key: text("key").primaryKey(),
	/** ISO 4217. Suppliers may bill in a currency that we don't sell in. */
	currency: text("currency").notNull(),
	/** In hundredths of the currency. Null: not known. */
	monthly: minor("monthly"),
	annual: minor("annual"),
	once: minor("once"),
	/** The name of the person who changed it last. */
	author: text("author").notNull(),
	/** Also the version of the row. */
	changedAt: time("changed_at").notNull(),
});
