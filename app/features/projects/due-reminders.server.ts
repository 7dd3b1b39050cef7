import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createDueRemindersRepo } from "./due-reminders.repo.server";

/** How long before the day. */
const ahead = 3 * DAY;

/** Tells customers of projects that are due in the next days, each once. Running twice tells nothing twice. */
export function createDueReminders({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createDueRemindersRepo(db);
	return async function remindDue(limit = 50): Promise<number> {
		const now = clock();
		const due = await repo.due(now, now + ahead, limit);
		if (due.length > 0) await db.write(due.flatMap((project) => repo.remind(project, now)));
		return due.length;
	};
}
