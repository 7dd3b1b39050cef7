import type { ProjectStatus } from "~/db/schema";
import { formatDay, type Locale } from "~/lib/dates";
import { dueDayOf, projectStatusName } from "./project";

/** What our team can change of how a project stands. */
const standingParts = ["status", "progress", "due date"] as const;

type StandingPart = (typeof standingParts)[number];

export interface Standing {
	readonly status: ProjectStatus;
	readonly progress: number;
	readonly dueAt: number | null;
}

/** Which parts of it differ. */
export const changedParts = (before: Standing, after: Standing): StandingPart[] =>
	standingParts.filter((part) => before[columnOf[part]] !== after[columnOf[part]]);

const columnOf = { status: "status", progress: "progress", "due date": "dueAt" } as const;

/** "status, progress and due date" */
export const partsText = (parts: readonly string[]): string =>
	[parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter(Boolean).join(" and ");

/** "In Progress, 40%, due on 3 Dec 2026" */
export function standingText({ status, progress, dueAt }: Standing, locale: Locale): string {
	const due = dueAt === null ? "no day set" : `due on ${formatDay(dueAt, locale)}`;
	return `${projectStatusName[status]}, ${progress}%, ${due}`;
}

interface Wanted {
	readonly status?: ProjectStatus | undefined;
	readonly progress?: number | undefined;
	readonly dueAt?: number | null | undefined;
}

/** How it stands after a change: a completed project is at 100%; one that goes on is as far as its tasks are. */
export function standingAfter(before: Standing, wanted: Wanted, tasks: readonly { completed: boolean }[]): Standing {
	const status = wanted.status ?? before.status;
	const dueAt = wanted.dueAt === undefined || sameDay(wanted.dueAt, before.dueAt) ? before.dueAt : wanted.dueAt;
	if (status === "completed") return { status, dueAt, progress: 100 };
	const done = tasks.filter(({ completed }) => completed).length;
	const counted = tasks.length > 0 ? Math.round((100 * done) / tasks.length) : (wanted.progress ?? 0);
	const reopened = before.status === "completed";
	return { status, dueAt, progress: reopened ? counted : (wanted.progress ?? before.progress) };
}

const dayOf = (dueAt: number | null) => dueAt && dueDayOf(dueAt);
const sameDay = (a: number | null, b: number | null): boolean => dayOf(a) === dayOf(b);
