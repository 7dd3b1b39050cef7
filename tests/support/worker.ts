import { createHttp } from "../../workers/http";
import { consume } from "../../workers/jobs/consume";
import { runSchedule } from "../../workers/jobs/schedule";
import { localD1 } from "./local-d1";
import { recorded } from "./statement-plans";

export { AccessToken } from "~/platform/access-token/shared-token.workers";
export { EppSessions } from "~/platform/registrar/epp/epp-sessions.workers";
export { RegistryBudget } from "~/platform/registrar/registry-budget.workers";
export { VisitCounter } from "~/platform/visit-counts/visit-counts.workers";
export { LocalD1 } from "./local-d1";

const http = createHttp(async () => new Response("a page", { headers: { "Content-Type": "text/html" } }));

const recordedEnv = (env: Env): Env => ({ ...env, DB: recorded(localD1) });

/** The Worker without its pages, which need a build. The browser tests cover them. */
export default {
	fetch: (request, env, ctx) => http.fetch(request, recordedEnv(env), ctx),
	async queue(batch, env, ctx) {
		const messages = await ofThisFile(batch.messages, localD1);
		await consume({ ...batch, queue: batch.queue, messages }, recordedEnv(env), ctx);
	},
	scheduled: (event, env, ctx) => runSchedule(event, recordedEnv(env), ctx),
} satisfies ExportedHandler<Env>;

/** Test files share one queue. Drops late messages of earlier files, whose rows no longer exist. */
async function ofThisFile(messages: readonly Message[], db: D1Database): Promise<Message[]> {
	const rows = messages.map(({ body }) =>
		db.prepare("select id from outbox where id = ?").bind((body as { outboxId: string }).outboxId),
	);
	const found = await db.batch(rows);
	return messages.filter((_, index) => found[index]?.results.length);
}
