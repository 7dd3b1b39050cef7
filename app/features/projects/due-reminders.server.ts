import { change, notifyAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createDueRemindersRepo, type DueProject } from "./due-reminders.repo.server";

/** How long before the due date. */
const leadTimeMs = 3 * DAY;

/** Reminds customers of projects that are due in the next days, once for each due date. Returns how many. */
export function createDueReminders({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createDueRemindersRepo(db);
	return function remindDue(): Promise<number> {
		const now = clock();
		return queueDueItems({ db, clock }, [
			{
				kind: "mail.project-due",
				page: repo.listDue(now, now + leadTimeMs),
				event: ({ id, userId, dueAt }) => ({ payload: { projectId: id, dueAt }, userId, once: `${id}:${dueAt}` }),
				also: (due) => change(repo.markReminded(due), notifyAll("project.due", due.map(notification))),
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
