import { z } from "zod";
import { activityKind } from "~/lib/kinds";

const article = z.object({ title: z.string() });
const version = article.extend({ number: z.number().int() });

export const helpDeskAudit = {
	"help.created": activityKind(article, ({ title }) => `Wrote the help article ${title}.`),
	"help.changed": activityKind(
		article.extend({ fields: z.array(z.string()) }),
		({ title, fields }) => `Changed the draft of the help article ${title}: ${fields.join(", ")}.`,
	),
	"help.published": activityKind(
		version,
		({ title, number }) => `Published the help article ${title}, version ${number}.`,
	),
	"help.unpublished": activityKind(
		version,
		({ title, number }) => `Took the help article ${title} off the site, version ${number}.`,
	),
	"help.restored": activityKind(
		version.extend({ to: z.number().int() }),
		({ title, number, to }) => `Went back to version ${to} of the help article ${title}, as version ${number}.`,
	),
	"help.discarded": activityKind(article, ({ title }) => `Discarded the changes of the help article ${title}.`),
	"help.deleted": activityKind(article, ({ title }) => `Deleted the draft of the help article ${title}.`),
};
