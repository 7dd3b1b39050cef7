import { createHttp } from "../../workers/http";
import { consume } from "../../workers/jobs/consume";
import { runSchedule } from "../../workers/jobs/schedule";

/** The Worker without its pages, which only a build can load: the browser tests meet those. */
export default {
	fetch: createHttp(async () => new Response("a page", { headers: { "Content-Type": "text/html" } })).fetch,
	queue: consume,
	scheduled: runSchedule,
} satisfies ExportedHandler<Env>;
