import { createHttp } from "../../workers/http";
import { consume } from "../../workers/jobs/consume";
import { runSchedule } from "../../workers/jobs/schedule";

/** The Worker without its pages, which only a build can load: the browser tests meet those. */
export default {
	fetch: createHttp(async () => new Response("a page", { headers: { "Content-Type": "text/html" } })).fetch,
	async queue(batch, env, ctx) {
		const messages = await ofThisFile(batch.messages, env.DB);
		await consume({ ...batch, queue: batch.queue, messages }, env, ctx);
	},
	scheduled: runSchedule,
} satisfies ExportedHandler<Env>;

/** All files of tests share one queue: what the one before sent comes late, when its rows are gone. */
async function ofThisFile(messages: readonly Message[], db: D1Database): Promise<Message[]> {
	const rows = messages.map(({ body }) =>
		db.prepare("select id from outbox where id = ?").bind((body as { outboxId: string }).outboxId),
	);
	const found = await db.batch(rows);
	return messages.filter((_, index) => found[index]?.results.length);
}
