import { formatDay, type Locale } from "~/lib/dates";
import type { ProjectStatus } from "./project";
import { dueDayOf, projectStatusName } from "./project";

/** The progress fields that our team can change, as customers read them. */
export const progressFields = ["status", "progress", "due date"] as const;

export type ProgressField = (typeof progressFields)[number];

export interface ProjectProgress {
	readonly status: ProjectStatus;
	/** Percent. */
	readonly progress: number;
	/** Noon UTC of the day, in ms. */
	readonly dueAt: number | null;
}

export const changedFields = (before: ProjectProgress, after: ProjectProgress): ProgressField[] =>
	progressFields.filter((field) => before[columnOf[field]] !== after[columnOf[field]]);

const columnOf = { status: "status", progress: "progress", "due date": "dueAt" } as const;

/** "status, progress and due date" */
export const fieldsText = (fields: readonly string[]): string =>
	[fields.slice(0, -1).join(", "), ...fields.slice(-1)].filter(Boolean).join(" and ");

/** "In Progress, 40%, due on 3 Dec 2026" */
export function progressText({ status, progress, dueAt }: ProjectProgress, locale: Locale): string {
	const due = dueAt === null ? "no due date" : `due on ${formatDay(dueAt, locale)}`;
	return `${projectStatusName[status]}, ${progress}%, ${due}`;
}

interface ProgressChange {
	readonly status?: ProjectStatus | undefined;
	readonly progress?: number | undefined;
	readonly dueAt?: number | null | undefined;
}

/** Progress after a change. A completed project is at 100%. The progress of a reopened one follows its tasks. */
export function progressAfter(
	before: ProjectProgress,
	wanted: ProgressChange,
	tasks: readonly { completed: boolean }[],
): ProjectProgress {
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
