import { logger, withLogContext } from "~/lib/log.server";
import { createServices, type Services } from "~/services.server";
import { inPublishedCatalog } from "../in-catalog";
import { observe } from "../observe";

type Task = readonly [name: string, run: (services: Services) => Promise<unknown>];

/** The daily search for what is due. */
const dueToday: readonly Task[] = [
	["expiry reminders", ({ renewals }) => renewals.expiry.sendReminders()],
	["reminders of invoices", ({ renewals }) => renewals.invoices.sendReminders()],
	["all renewal invoices", ({ renewals }) => renewals.invoices.queueDue("all")],
	["all expiry", ({ renewals }) => renewals.expiry.queueDue("all")],
	["reminders of unpaid plans", ({ renewals }) => renewals.overduePlans.sendReminders()],
	["all overdue plans", ({ renewals }) => renewals.overduePlans.queueDue("all")],
	["all offers of domains", ({ pushes }) => pushes.queueDue("all")],
	["all unpaid orders", ({ orders }) => orders.queueUnpaid("all")],
	["costs at registrars", ({ registrarAccounts }) => registrarAccounts.importCosts()],
	["reminders to registrants", ({ registrantChecks }) => registrantChecks.sendReminders()],
	["closing accounts", ({ closing }) => closing.queueDue()],
];

/** Tasks by the cron expressions of wrangler.toml. Every task must tolerate running twice, in parallel, or not at all. */
const schedule: Readonly<Record<string, readonly Task[]>> = {
	"* * * * *": [
		["outbox sweep", ({ outbox }) => outbox.sweep()],
		["job sweep", ({ orders }) => orders.sweepJobs()],
		["domains of hosting plans", ({ planDomains }) => planDomains.connectHeldDomains("recent")],
		["payment reconciliation", ({ payments }) => payments.reconcile()],
		["refunds", ({ refunds }) => refunds.reconcile()],
		["removed cards", ({ payments }) => payments.cards.sweep()],
		["file sweep", ({ projects }) => projects.files.sweep()],
		["ticket file sweep", ({ ticketFiles }) => ticketFiles.sweep()],
		["registrant checks", ({ registrantChecks }) => registrantChecks.run()],
		["work that waits for staff", ({ problems }) => problems.remind()],
		["service checks", ({ uptime }) => uptime.check()],
		["comparison of zones", ({ zoneComparison }) => zoneComparison.run()],
		["comparison with registrars", ({ registrationComparison }) => registrationComparison.run()],
	],
	"7 * * * *": [
		["write receipts", ({ upkeep }) => upkeep.deleteWriteReceipts()],
		["resolved problems", ({ problems }) => problems.resolveGone()],
		["due projects", ({ projects }) => projects.remindDue()],
		["unpaid orders", ({ orders }) => orders.queueUnpaid("recent")],
		["expiry", ({ renewals }) => renewals.expiry.queueDue("recent")],
		["offers of domains", ({ pushes }) => pushes.queueDue("recent")],
		["overdue plans", ({ renewals }) => renewals.overduePlans.queueDue("recent")],
		["renewal invoices", ({ renewals }) => renewals.invoices.queueDue("recent")],
		["direct payments", ({ payments }) => payments.direct.reconcile("recent")],
		["M-Pesa prompts", ({ payments }) => payments.prompts.queueDue()],
		["renewal charges", ({ renewals }) => renewals.charges.queueDue()],
		["cancelled hosting", ({ hosting }) => hosting.endCancelled()],
		["domains of all hosting plans", ({ planDomains }) => planDomains.connectHeldDomains("all")],
		["domain records of hosting plans", ({ planDomains }) => planDomains.checkRecords()],
		["balances at registrars", ({ registrarAccounts }) => registrarAccounts.readBalances()],
		["hosting usage", ({ hostingUsage }) => hostingUsage.readAll()],
	],
	"23 2 * * *": [
		["answered tickets", ({ tickets }) => tickets.closeAnswered()],
		["clean-up", ({ upkeep }) => upkeep.cleanUp()],
		["older secrets", ({ upkeep }) => upkeep.renewSealed()],
		["statistics", ({ upkeep }) => upkeep.optimize()],
		["removed projects", ({ projects }) => projects.files.deleteRemoved()],
		["all direct payments", ({ payments }) => payments.direct.reconcile("all")],
		["stray files", ({ projects }) => projects.files.sweepOrphans()],
		["stray ticket files", ({ ticketFiles }) => ticketFiles.sweepOrphans()],
		...dueToday,
	],
	// Once more, because Cloudflare does not repeat a run that was cut off. Finds nothing if the first run was complete.
	"23 5 * * *": dueToday,
	"41 * * * *": [
		["old months", ({ archive }) => archive.queueDue()],
		["daily figures", ({ reports }) => reports.addUp()],
		["customer figures", ({ reports }) => reports.addUpCustomers()],
	],
	// Apart from the other daily work, because one run may make 1,000 calls of D1.
	"53 3 * * *": [
		["sent events", ({ archive }) => archive.moveSentEvents()],
		["webhook bodies", ({ archive }) => archive.moveWebhookBodies()],
	],
};

/** Cron entry. */
export async function runSchedule(event: ScheduledController, env: Env, ctx: ExecutionContext): Promise<void> {
	const newServices = () => createServices(env, (work) => ctx.waitUntil(work));
	await observe(env, null, () => inPublishedCatalog(newServices(), () => runTasks(event.cron, newServices)));
}

/**
 * Runs tasks in parallel. Logs a failing task and continues with the others. Each task gets services of its own, because
 * parallel reads of one database handle share a batch: a failing statement would fail all of them.
 */
export async function runTasks(cron: string, newServices: () => Services, tasks = tasksOf(cron)): Promise<void> {
	await Promise.all(
		tasks.map(([name, run]) => withLogContext({ task: name.replaceAll(" ", "_") }, () => runTask(run, newServices))),
	);
}

async function runTask(run: Task[1], newServices: () => Services): Promise<void> {
	const startedAt = Date.now();
	try {
		await run(newServices());
		logger.info("task_run", { outcome: "done", durationMs: Date.now() - startedAt });
	} catch (error) {
		logger.error("task_failed", { error, durationMs: Date.now() - startedAt });
	}
}

/** The tasks of a cron expression. */
export function tasksOf(cron: string): readonly Task[] {
	const tasks = schedule[cron];
	if (!tasks) logger.error("cron_unknown", { task: cron.replaceAll(" ", "_") });
	return tasks ?? [];
}
