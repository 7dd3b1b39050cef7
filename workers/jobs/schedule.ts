import { type Cron, schedule } from "~/features/health/schedule";
import { type TaskRun, timedRun } from "~/features/health/task-runs.server";
import { logger, withLogContext } from "~/lib/log.server";
import { taskFunctions } from "~/scheduled-tasks.server";
import { createServices, type Services } from "~/services.server";
import { inPublishedCatalog } from "../in-catalog";
import { observe } from "../observe";

type Task = readonly [name: string, run: (services: Services) => Promise<unknown>];

/** Cron entry. */
export async function runSchedule(event: ScheduledController, env: Env, ctx: ExecutionContext): Promise<void> {
	const newServices = () => createServices(env, (work) => ctx.waitUntil(work));
	await observe(env, null, () => inPublishedCatalog(newServices(), () => runTasks(event.cron, newServices)));
}

/**
 * Runs tasks in parallel, then stores how they went. Logs a failing task and continues with the others. Each task gets
 * services of its own, because parallel reads of one database handle share a batch: a failing statement would fail all of
 * them.
 */
export async function runTasks(cron: string, newServices: () => Services, tasks = tasksOf(cron)): Promise<void> {
	const runs = await Promise.all(
		tasks.map(([name, run]) =>
			withLogContext({ task: name.replaceAll(" ", "_") }, () => runTask(name, run, newServices)),
		),
	);
	await withLogContext({ task: "task_runs" }, () =>
		runTask("task runs", ({ taskRuns }) => taskRuns.record(runs), newServices),
	);
}

async function runTask(name: string, run: Task[1], newServices: () => Services): Promise<TaskRun> {
	const { thrown, ...result } = await timedRun(name, async () => run(newServices()), Date.now);
	const { durationMs } = result;
	if (result.error === null) logger.info("task_run", { outcome: "done", durationMs });
	else logger.error("task_failed", { error: thrown, durationMs });
	return result;
}

/** The tasks of a cron expression. */
export function tasksOf(cron: string): readonly Task[] {
	const names = Object.hasOwn(schedule, cron) ? schedule[cron as Cron] : undefined;
	if (!names) logger.error("cron_unknown", { task: cron.replaceAll(" ", "_") });
	return (names ?? []).map((name) => [name, taskFunctions[name]]);
}
