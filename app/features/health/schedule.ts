import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { scheduledPayloads } from "~/registry";

/** The daily search for what is due. */
const dueToday = [
	"expiry reminders",
	"reminders of invoices",
	"unpaid renewals",
	"all renewal invoices",
	"all expiry",
	"reminders of unpaid plans",
	"all overdue plans",
	"all offers of domains",
	"all unpaid orders",
	"costs at registrars",
	"reminders to registrants",
	"closing accounts",
] as const;

/** Tasks by the cron expressions of wrangler.toml, in UTC. Every task must tolerate running twice, in parallel, or not at all. */
export const schedule = {
	"* * * * *": [
		"outbox sweep",
		"job sweep",
		"domains of hosting plans",
		"payment reconciliation",
		"refunds",
		"removed cards",
		"file sweep",
		"ticket file sweep",
		"job file sweep",
		"registrant checks",
		"work that waits for staff",
		"service checks",
		"comparison of zones",
		"comparison with registrars",
		"daily figures",
		"staff as customers",
	],
	"7 * * * *": [
		"write receipts",
		"requests for approval",
		"resolved problems",
		"due projects",
		"unpaid orders",
		"expiry",
		"offers of domains",
		"overdue plans",
		"renewal invoices",
		"direct payments",
		"M-Pesa prompts",
		"renewal charges",
		"cancelled hosting",
		"domains of all hosting plans",
		"domain records of hosting plans",
		"balances at registrars",
		"hosting usage",
	],
	"23 2 * * *": [
		"answered tickets",
		"clean-up",
		"older secrets",
		"statistics",
		"removed projects",
		"all direct payments",
		"stray files",
		"stray ticket files",
		"stray job files",
		...dueToday,
	],
	// Once more, because Cloudflare does not repeat a run that was cut off. Finds nothing if the first run was complete.
	"23 5 * * *": dueToday,
	"41 * * * *": ["old months", "customer figures", "visit figures"],
	// Apart from the other daily work, because one run may make 1,000 calls of D1.
	"53 3 * * *": ["sent events", "webhook bodies"],
} as const;

export type Cron = keyof typeof schedule;
export type ScheduledTask = (typeof schedule)[Cron][number];

const crons = Object.keys(schedule) as readonly Cron[];

/** The crons that run a task. */
export const cronsOf = (task: ScheduledTask): readonly Cron[] =>
	crons.filter((cron) => (schedule[cron] as readonly ScheduledTask[]).includes(task));

interface TaskFacts {
	readonly does: string;
	/** The items that it queues. */
	readonly queues?: readonly (keyof typeof scheduledPayloads)[];
	/** Whether staff may start it: it only looks for what is due, and so finds less the next time. */
	readonly mayStart?: true;
}

const invoices = ["renewal.invoice-domain", "renewal.invoice-plan"] as const;
const charges = ["renewal.charge-domain", "renewal.charge-plan", "renewal.resolve-charge"] as const;
const plans = ["plan.suspend", "plan.end", "plan.unsuspend"] as const;

/** What each task does, for staff. */
export const taskFacts: Readonly<Record<ScheduledTask, TaskFacts>> = {
	"outbox sweep": { does: "Sends emails and work again that no queue has brought in time." },
	"job sweep": { does: "Continues jobs of orders that were interrupted." },
	"domains of hosting plans": { does: "Connects new domains to the hosting plans that wait for them." },
	"payment reconciliation": { does: "Asks payment services about payments without an answer." },
	refunds: { does: "Asks payment services about refunds without an answer." },
	"removed cards": { does: "Deletes cards at the payment service that customers have removed." },
	"file sweep": { does: "Deletes uploads of projects that were not completed." },
	"job file sweep": { does: "Deletes uploads of jobs that were not completed." },
	"ticket file sweep": { does: "Deletes uploads of tickets that were not completed." },
	"registrant checks": { does: "Reads whether registrants have confirmed their email address." },
	"work that waits for staff": { does: "Emails staff if work waits for over an hour." },
	"service checks": { does: "Checks everything that the shop depends on, every five minutes." },
	"comparison of zones": { does: "Compares our DNS zones with the DNS services, at night." },
	"comparison with registrars": { does: "Compares our domains with the registrars, at night." },
	"staff as customers": { does: "Ends sessions of staff who were signed in as a customer for half an hour." },
	"write receipts": { does: "Deletes the receipts of completed writes." },
	"requests for approval": {
		does: "Ends requests that no second person has decided in seven days, and tells who asked.",
		mayStart: true,
	},
	"resolved problems": { does: "Removes solved problems from the queue of the desk.", mayStart: true },
	"due projects": { does: "Adds projects that are due soon to their customers' reminders.", mayStart: true },
	"unpaid orders": {
		does: "Queues orders that were not paid in time, to cancel them.",
		queues: ["order.cancel-unpaid"],
		mayStart: true,
	},
	expiry: { does: "Queues domains that have expired or were not renewed.", queues: ["domain.expire"], mayStart: true },
	"offers of domains": {
		does: "Queues offers to other customers that were not answered.",
		queues: ["domain.push-expire"],
		mayStart: true,
	},
	"overdue plans": {
		does: "Queues hosting plans to suspend, to end or to resume.",
		queues: plans,
		mayStart: true,
	},
	"renewal invoices": { does: "Queues renewals that have to be invoiced.", queues: invoices, mayStart: true },
	"direct payments": { does: "Reads payments that customers made without a request from us.", mayStart: true },
	"M-Pesa prompts": {
		does: "Queues prompts for invoices that are due soon.",
		queues: ["payment.prompt"],
		mayStart: true,
	},
	"renewal charges": { does: "Queues charges of cards for renewals.", queues: charges, mayStart: true },
	"cancelled hosting": { does: "Ends cancelled hosting plans whose term is over.", mayStart: true },
	"domains of all hosting plans": { does: "Connects domains to hosting plans that waited longer.", mayStart: true },
	"domain records of hosting plans": {
		does: "Looks for the records that connect domains from elsewhere.",
		mayStart: true,
	},
	"balances at registrars": { does: "Reads our balances at registrars.", mayStart: true },
	"hosting usage": { does: "Reads how much space and traffic each hosting plan uses." },
	"answered tickets": { does: "Closes tickets whose customers have not replied for two weeks.", mayStart: true },
	"clean-up": { does: "Deletes what has reached its age: sessions, links, emails, counters." },
	"older secrets": { does: "Seals stored secrets again after a change of keys." },
	statistics: { does: "Lets the database renew its own statistics." },
	"removed projects": { does: "Deletes the files of removed projects." },
	"all direct payments": { does: "Reads direct payments of a longer time." },
	"stray files": { does: "Deletes files of projects that no project has." },
	"stray job files": { does: "Deletes files of jobs that no job has." },
	"stray ticket files": { does: "Deletes files of tickets that no ticket has." },
	"expiry reminders": { does: "Adds domains that expire to their customers' reminders.", mayStart: true },
	"reminders of invoices": {
		does: "Adds invoices that are due tomorrow to their customers' reminders.",
		mayStart: true,
	},
	"unpaid renewals": {
		does: "Puts domains that expire in three days and are not renewed into the queue of the desk.",
		mayStart: true,
	},
	"all renewal invoices": { does: "Queues renewal invoices, also older ones.", queues: invoices, mayStart: true },
	"all expiry": { does: "Queues expired domains, also older ones.", queues: ["domain.expire"], mayStart: true },
	"reminders of unpaid plans": { does: "Adds unpaid hosting plans to their customers' reminders.", mayStart: true },
	"all overdue plans": { does: "Queues overdue hosting plans, also older ones.", queues: plans, mayStart: true },
	"all offers of domains": {
		does: "Queues unanswered offers, also older ones.",
		queues: ["domain.push-expire"],
		mayStart: true,
	},
	"all unpaid orders": {
		does: "Queues unpaid orders, also older ones.",
		queues: ["order.cancel-unpaid"],
		mayStart: true,
	},
	"costs at registrars": { does: "Reads what extensions cost at our registrars.", mayStart: true },
	"reminders to registrants": { does: "Adds addresses to confirm to their customers' reminders.", mayStart: true },
	"closing accounts": { does: "Queues accounts that close.", queues: ["account.close"], mayStart: true },
	"old months": { does: "Queues old months of logs for the archive.", queues: ["archive.month"], mayStart: true },
	"daily figures": { does: "Adds up the figures of the reports for days that are over." },
	"customer figures": { does: "Adds up the figures of customers.", mayStart: true },
	"visit figures": { does: "Adds the counted searches, carts and checkouts to the reports." },
	"sent events": { does: "Moves texts of sent emails and finished work into the archive." },
	"webhook bodies": { does: "Moves messages of payment services into the archive." },
};

export const scheduledTasks = Object.keys(taskFacts) as readonly ScheduledTask[];

export const isScheduledTask = (name: string): name is ScheduledTask => Object.hasOwn(taskFacts, name);

/** When a cron runs next after a time (ms, UTC). Of the five fields ours have a minute and perhaps an hour. */
export function nextRun(cron: Cron, after: number): number {
	const [minute = "*", hour = "*"] = cron.split(" ");
	if (minute === "*") return Math.floor(after / MINUTE) * MINUTE + MINUTE;
	const period = hour === "*" ? HOUR : DAY;
	const offset = Number(minute) * MINUTE + (hour === "*" ? 0 : Number(hour) * HOUR);
	return (Math.floor((after - offset) / period) + 1) * period + offset;
}

/** How long a run may begin after its time. */
const graceMs = 15 * MINUTE;

/** Whether a run is missing. `lastRun`: when it last began (ms). */
export const isTaskLate = (task: ScheduledTask, lastRun: number, now: number): boolean =>
	Math.min(...cronsOf(task).map((cron) => nextRun(cron, lastRun))) + graceMs < now;
