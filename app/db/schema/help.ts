import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ArticleContent, HelpSection } from "~/features/help/article";
import { id, json, time } from "../columns";

/** Articles of the help as staff edit them. Those of the code have a row once staff have changed them. */
export const helpArticles = sqliteTable("help_articles", {
	id: id(),
	slug: text("slug").notNull().unique(),
	title: text("title").notNull(),
	section: text("section").$type<HelpSection>().notNull(),
	summary: text("summary").notNull(),
	/** Markdown. */
	body: text("body").notNull(),
	/** Lower ones come first in their section. */
	position: integer("position").notNull(),
	/** The version that customers see: `help_versions.number`, or 1 for the text in the code. Null if there is none. */
	published: integer("published"),
	/** The name of the person who changed it last. */
	author: text("author").notNull(),
	/** Also the version of the row. */
	updatedAt: time("updated_at").notNull(),
});

/** Each publish of an article is a version of the whole help. Version 1 is in the code. */
export const helpVersions = sqliteTable(
	"help_versions",
	{
		number: integer("number").primaryKey(),
		articleId: text("article_id").notNull(),
		/** What was published, which never changes. Null if the article was taken off. */
		content: json<ArticleContent>("content"),
		/** The name of the person who published it. */
		author: text("author").notNull(),
		createdAt: time("created_at").notNull(),
		/** When every location could read it. Null before. */
		distributedAt: time("distributed_at"),
	},
	(table) => [index("help_versions_article").on(table.articleId, table.number)],
);
