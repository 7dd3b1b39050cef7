import { DAY } from "~/lib/durations";

export type ProjectStatus = "planned" | "in-progress" | "on-hold" | "completed";

export type ProjectPriority = "high" | "medium" | "low";

/** `id` is that of a member of the teamMembers, or `customer`; the name is as it was then. */
export interface Assignee {
	readonly id: string;
	readonly name: string;
}

export const projectStatuses = ["planned", "in-progress", "on-hold", "completed"] as const satisfies ProjectStatus[];

export const projectStatusName: Readonly<Record<ProjectStatus, string>> = {
	planned: "Planned",
	"in-progress": "In Progress",
	"on-hold": "On Hold",
	completed: "Completed",
};

export const priorityName: Readonly<Record<ProjectPriority, string>> = { high: "High", medium: "Medium", low: "Low" };

/** Someone who works on a project. */
export interface Member {
	readonly id: string;
	readonly name: string;
	readonly role: string;
}

/** The colour of a progress bar. */
export function progressTone(percent: number): "success" | "info" | "pending" {
	if (percent > 80) return "success";
	return percent > 50 ? "info" : "pending";
}

/** The first three, and how many more there are. */
export function teamPreview<Member>(team: readonly Member[]): { shown: readonly Member[]; more: number } {
	return { shown: team.slice(0, 3), more: Math.max(0, team.length - 3) };
}

/** The day of a due date, which is kept as noon UTC: "2026-12-03". */
export const dueDayOf = (dueAt: number): string => new Date(dueAt).toISOString().slice(0, 10);

/** How long a removed row can be restored. */
export const undoPeriodMs = DAY;

/** Of one project. */
export const maxTasks = 200;

/** The list with one of its items at another place; all others keep their order. */
export function moveItem<Item extends { readonly id: string }>(
	list: readonly Item[],
	id: string,
	to: number,
): readonly Item[] {
	const item = list.find((one) => one.id === id);
	if (!item) return list;
	const others = list.filter((one) => one !== item);
	return [...others.slice(0, to), item, ...others.slice(to)];
}

/** "React, D1" as a list: trimmed, each once, at most twenty. */
export function technologiesOf(text: string): string[] {
	const byLowerCase = new Map<string, string>();
	for (const item of text
		.split(",")
		.map((one) => one.trim())
		.filter(Boolean))
		if (!byLowerCase.has(item.toLowerCase())) byLowerCase.set(item.toLowerCase(), item);
	return [...byLowerCase.values()].slice(0, 20);
}
