import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { articleChangeSchema, restoreSchema, saveArticleSchema, unpublishSchema } from "./help-desk.schema";
import type { HelpDesk, Writer } from "./help-desk.server";

interface Sent extends Writer {
	readonly intent: "save" | "publish" | "unpublish" | "restore" | "discard";
	readonly fields: Readonly<Record<string, unknown>>;
}

/** Handles the forms of an article's page. Returns the message about what was done, or null if the article is gone. */
export async function handleArticleForm(
	desk: HelpDesk,
	{ intent, fields, session, member }: Sent,
	id: string,
): Promise<Result<string | null>> {
	const writer = { session, member };
	if (intent === "save") {
		const input = parse(saveArticleSchema, fields);
		if (!input.ok) return input;
		const { version, ...content } = input.value;
		const saved = await desk.save(writer, id, version, content);
		return saved.ok ? ok("Saved the draft.") : saved;
	}
	if (intent === "unpublish") {
		const input = parse(unpublishSchema, fields);
		if (!input.ok) return input;
		const done = await desk.unpublish(writer, id, input.value.version, input.value.reason);
		return done.ok ? ok("Taken off the site. Customers see it for up to a minute.") : done;
	}
	if (intent === "restore") {
		const input = parse(restoreSchema, fields);
		if (!input.ok) return input;
		const done = await desk.restore(writer, id, input.value);
		return done.ok ? ok(`Version ${done.value.number} has the text of version ${input.value.number}.`) : done;
	}
	const input = parse(articleChangeSchema, fields);
	if (!input.ok) return input;
	if (intent === "discard") {
		const done = await desk.discard(writer, id, input.value.version);
		if (!done.ok) return done;
		return ok(done.value === "article" ? null : "Discarded the changes.");
	}
	const done = await desk.publish(writer, id, input.value.version);
	return done.ok ? ok("Published. Customers see it within a minute.") : done;
}
