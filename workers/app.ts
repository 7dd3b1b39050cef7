import { createHttp } from "./http";
import { consume } from "./jobs/consume";
import { receiveEmail } from "./jobs/receive-email";
import { runSchedule } from "./jobs/schedule";
import { renderPage } from "./pages";

export { AccessToken } from "~/platform/access-token/shared-token.workers";
export { EppSessions } from "~/platform/registrar/epp/epp-sessions.workers";
export { RegistryBudget } from "~/platform/registrar/registry-budget.workers";
export { VisitCounter } from "~/platform/visit-counts/visit-counts.workers";

export default {
	fetch: createHttp(renderPage).fetch,
	email: receiveEmail,
	queue: consume,
	scheduled: runSchedule,
} satisfies ExportedHandler<Env>;
