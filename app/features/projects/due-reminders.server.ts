import { notifyAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueReminders } from "~/db/reminders.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createDueRemindersRepo, type DueProject } from "./due-reminders.repo.server";
import { dueProjectDays } from "./project";

/**
 * Adds projects that are due in the next days to their customers' next reminder email, once for each due date, with a
 * notification. Returns how many.
 */
export function createDueReminders({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createDueRemindersRepo(db);
	return function remindDue(): Promise<number> {
		const now = clock();
		return queueReminders({ db, clock }, [
			{
				kind: "project",
				page: repo.listDue(now, now + dueProjectDays * DAY),
				reminder: ({ id, userId, dueAt }: DueProject) => ({ userId, subjectId: id, stage: dueAt }),
				also: (due) => notifyAll("project.due", due.map(notification)),
			},
		]);
	};
}

const notification = ({ id, userId, name, progress, dueAt }: DueProject) => ({
	userId,
	projectId: id,
	params: { project: name, projectId: id, progress, dueAt },
	once: `${id}:${dueAt}`,
});
