import { DAY } from "~/lib/durations";

export type ProjectStatus = "planned" | "in-progress" | "on-hold" | "completed";

export type ProjectPriority = "high" | "medium" | "low";

/** `id`: of a team member, or `customer`. `name`: at the time of the assignment. */
export interface Assignee {
	readonly id: string;
	readonly name: string;
}

export const projectStatuses = ["planned", "in-progress", "on-hold", "completed"] as const satisfies ProjectStatus[];

/** Days before its due date on which the customer is reminded of a project. */
export const dueProjectDays = 3;

export const projectSorts = ["-created", "name", "-name", "due", "-due"] as const;
export type ProjectSort = (typeof projectSorts)[number];

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

/** The first three members, and the number of the others. */
export function teamPreview<Member>(team: readonly Member[]): { shown: readonly Member[]; more: number } {
	return { shown: team.slice(0, 3), more: Math.max(0, team.length - 3) };
}

/** The day of a due date, such as "2026-12-03". Due dates are stored as noon UTC. */
export const dueDayOf = (dueAt: number): string => new Date(dueAt).toISOString().slice(0, 10);

/** How long a removed row can be restored. */
export const undoPeriodMs = DAY;

/** Per project. */
export const maxTasks = 200;

/** The list with one item moved to another place. The others keep their order. */
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

/** Splits "React, D1" into a list: trimmed, without duplicates, at most 20. */
export function technologiesOf(text: string): string[] {
	const byLowerCase = new Map<string, string>();
	for (const item of text
		.split(",")
		.map((one) => one.trim())
		.filter(Boolean))
		if (!byLowerCase.has(item.toLowerCase())) byLowerCase.set(item.toLowerCase(), item);
	return [...byLowerCase.values()].slice(0, 20);
}
