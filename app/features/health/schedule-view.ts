import { registrantReminderDays } from "~/features/domains/registrant-check";
import { dueProjectDays } from "~/features/projects/project";
import { monthlyLeadDays, yearlyLeadDays } from "~/features/renewals/renewal-invoice";
import { formatMoment, kenya } from "~/lib/dates";
import { SECOND } from "~/lib/durations";
import { formatCount } from "~/lib/format-count";
import { type Cron, cronsOf, isTaskLate, type ScheduledTask, scheduledTasks, taskFacts } from "./schedule";
import type { TaskRuns } from "./task-runs.server";

type Found = Awaited<ReturnType<TaskRuns["list"]>>;

const two = (value: number) => String(value).padStart(2, "0");

/** "Daily at 2:23 UTC, 5:23 in Nairobi" */
export function cronText(cron: Cron): string {
	const [minute = "*", hour = "*"] = cron.split(" ");
	if (minute === "*") return "Every minute";
	if (hour === "*") return `Every hour at ${minute} past`;
	return `Daily at ${hour}:${two(Number(minute))} UTC, ${(Number(hour) + 3) % 24}:${two(Number(minute))} in Nairobi`;
}

const duration = (ms: number): string => (ms < SECOND ? `${ms} ms` : `${(ms / SECOND).toFixed(1)} s`);

function stateOf(task: ScheduledTask, { runs, now }: Found) {
	const last = runs.find((run) => run.task === task);
	if (!last) return "unknown" as const;
	if (isTaskLate(task, last.startedAt, now)) return "late" as const;
	return last.error === null ? ("done" as const) : ("failed" as const);
}

export function scheduleView(found: Found) {
	const { runs, waiting } = found;
	const tasks = scheduledTasks.map((task) => {
		const { does, queues, mayStart = false } = taskFacts[task];
		const last = runs.find((run) => run.task === task);
		const items = waiting.filter(({ kind }) => (queues as readonly string[] | undefined)?.includes(kind));
		return {
			id: task,
			name: task.charAt(0).toUpperCase() + task.slice(1),
			does,
			when: cronsOf(task).map(cronText).join(". "),
			lastRun: last ? formatMoment(last.startedAt, kenya) : "–",
			duration: last ? duration(last.durationMs) : "–",
			error: last?.error ?? null,
			waiting: queues
				? formatCount(
						items.reduce((sum, { count }) => sum + count, 0),
						"item",
					)
				: "",
			state: stateOf(task, found),
			mayStart,
		};
	});
	const order = ["late", "failed", "unknown", "done"];
	return { tasks: tasks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)), reminders };
}
export type ScheduleView = ReturnType<typeof scheduleView>;

const listed = (days: readonly number[]) =>
	[days.slice(0, -1).join(", "), days.at(-1)].filter((part) => part !== "").join(" and ");

/** "60, 30 and 7 days before, 3 and 5 days after". Days before are negative. */
export function daysText(days: readonly number[]): string {
	const before = days.filter((day) => day < 0).map((day) => -day);
	const after = days.filter((day) => day > 0);
	return [
		...(before.length > 0 ? [`${listed(before)} days before`] : []),
		...(after.length > 0 ? [`${listed(after)} days after`] : []),
	].join(", ");
}

/** What else comes with the reminder emails, from the values that the code uses. */
const reminders = [
	[
		"Renewal invoice",
		`Issued ${yearlyLeadDays} days before a term of a year or longer ends, and ${monthlyLeadDays} days before a shorter one. In the next reminder email.`,
	],
	["Unpaid hosting plan", "When it has expired."],
	[
		"Registrant who has to confirm an address",
		`${daysText(registrantReminderDays.pending)} the deadline, ${daysText(registrantReminderDays.suspended)} it`,
	],
	["Project", `${daysText([-dueProjectDays])} it is due`],
] as const;
