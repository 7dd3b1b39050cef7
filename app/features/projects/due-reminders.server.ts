import { change, emit, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createDueRemindersRepo } from "./due-reminders.repo.server";

/** How long before the due date. */
const leadTimeMs = 3 * DAY;

/** Reminds customers of projects that are due in the next days, once for each due date. Returns how many. */
export function createDueReminders({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createDueRemindersRepo(db);
	return async function remindDue(limit = 50): Promise<number> {
		const now = clock();
		const due = await repo.listDue(now, now + leadTimeMs, limit);
		if (due.length > 0)
			await db.commit(change(...due.map((project) => change(repo.markReminded(project), reminder(project)))), now);
		return due.length;
	};
}

type DueProject = Awaited<ReturnType<ReturnType<typeof createDueRemindersRepo>["listDue"]>>[number];

const reminder = ({ id, userId, name, progress, dueAt }: DueProject) =>
	change(
		notify({
			kind: "project.due",
			userId,
			projectId: id,
			params: { project: name, projectId: id, progress, dueAt },
			once: `${id}:${dueAt}`,
			wantedBy: "dueReminders",
		}),
		emit({ kind: "mail.project-due", payload: { projectId: id, dueAt }, userId, once: `${id}:${dueAt}` }),
	);
