import { createServices, type Services } from "../../app/services.server";

type Task = (services: Services) => Promise<unknown>;

/** What runs when, by the cron lines of wrangler.toml. Every task may run twice, overlap itself or miss an hour. */
const tasks: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
	"* * * * *": {
		"job sweep": ({ orders }) => orders.sweepJobs(),
		"outbox sweep": ({ outbox }) => outbox.sweep(),
		"payment reconciliation": ({ payments }) => payments.reconcile(),
	},
	"7 * * * *": {},
	"23 2 * * *": {
		"clean-up": ({ upkeep }) => upkeep.cleanUp(),
	},
};

/** Cron entry. */
export async function runSchedule(event: ScheduledController, env: Env, ctx: ExecutionContext): Promise<void> {
	await runTasks(
		event.cron,
		createServices(env, (work) => ctx.waitUntil(work)),
	);
}

/** A task that fails is reported and stops no other. */
export async function runTasks(cron: string, services: Services): Promise<void> {
	const due = Object.entries(tasks[cron] ?? {});
	await Promise.all(
		due.map(async ([name, task]) => {
			try {
				await task(services);
			} catch (error) {
				console.error(`Scheduled task "${name}" failed:`, error);
			}
		}),
	);
}
