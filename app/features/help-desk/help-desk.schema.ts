import { z } from "zod";
import { articleLimits, helpSectionNames } from "~/features/help/article";
import { reason } from "~/features/staff/members.schema";
import { isVisible, notVisible, requiredLine } from "~/lib/fields.schema";
import { choiceFilter, cursorText, textFilter } from "~/lib/list.schema";

export const articleStates = ["draft", "published", "changed"] as const;
export type ArticleState = (typeof articleStates)[number];

/** The query of an article: the page of its versions. */
export const articleQuerySchema = z.object({ after: cursorText });

/** The query of the list. */
export const articlesQuerySchema = z.object({
	q: textFilter(60),
	section: choiceFilter(helpSectionNames),
	state: choiceFilter(articleStates),
});
export type ArticlesQuery = z.output<typeof articlesQuerySchema>;

/** `updatedAt` of the article's row when the form was loaded. Empty if there was none. */
const rowVersion = z
	.string({ error: "Reload the page and try again." })
	.regex(/^\d{0,16}$/, "Reload the page and try again.")
	.transform((text) => (text === "" ? null : Number(text)));

/** "Pay by M-Pesa" becomes "pay-by-m-pesa". */
const slugFrom = (title: string): string =>
	(
		title
			.normalize("NFKD")
			.toLowerCase()
			.match(/[a-z\d]+/g)
			?.join("-") ?? ""
	)
		.slice(0, articleLimits.slug)
		.replace(/-$/, "");

const content = z
	.object({
		title: requiredLine("Enter a title.", articleLimits.title),
		slug: z
			.string()
			.default("")
			.transform((text) =>
				text
					.trim()
					.toLowerCase()
					.replace(/^\/?help\//, ""),
			)
			.pipe(
				z
					.string()
					.max(articleLimits.slug, `Use at most ${articleLimits.slug} characters.`)
					.regex(/^([a-z\d]+(-[a-z\d]+)*)?$/, "Use small letters, digits and single hyphens, such as pay-by-mpesa."),
			),
		section: z.enum(helpSectionNames, { error: "Choose a section." }),
		summary: requiredLine("Say in a sentence what the article answers.", articleLimits.summary),
		body: z
			.string({ error: "Write the article." })
			.transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
			.pipe(
				z
					.string()
					.min(1, "Write the article.")
					.max(articleLimits.body, `Use at most ${articleLimits.body.toLocaleString("en")} characters.`)
					.refine((text) => isVisible(text.replace(/[\n\t]/g, " ")), notVisible.replace("line", "text")),
			),
		position: z
			.string({ error: "Enter a number." })
			.regex(/^\d{1,4}$/, `Enter a whole number from 0 to ${articleLimits.position}.`)
			.transform(Number),
	})
	.transform((article) => ({ ...article, slug: article.slug || slugFrom(article.title) }))
	.refine(({ slug }) => slug !== "", { path: ["slug"], error: "Enter an address, such as pay-by-mpesa." });

export const createArticleSchema = content;
export const saveArticleSchema = z.intersection(content, z.object({ version: rowVersion }));
export const articleChangeSchema = z.object({ version: rowVersion });
export const unpublishSchema = z.object({ version: rowVersion, reason });
export const restoreSchema = z.object({ version: rowVersion, number: z.coerce.number().int(), reason });
