import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createHostingRepo } from "./hosting.repo.server";

/** Ends all plans of a customer. What they have at the panel is left as it is: see `panelDeletion`. */
export const plansEnded = (db: Database, userId: string, now: number): Change =>
	createHostingRepo(db).endAll(userId, now);
