import type { ProjectPriority, ProjectStatus } from "../../db/schema";

export const projectStatuses = ["planned", "in-progress", "on-hold", "completed"] as const satisfies ProjectStatus[];

export const projectStatusName: Readonly<Record<ProjectStatus, string>> = {
	planned: "Planned",
	"in-progress": "In Progress",
	"on-hold": "On Hold",
	completed: "Completed",
};

export const priorityName: Readonly<Record<ProjectPriority, string>> = { high: "High", medium: "Medium", low: "Low" };

/** A project that somebody still works on, or will. */
export const isActive = (status: ProjectStatus): boolean => status !== "completed";

/** The colour of a progress bar. */
export function progressTone(percent: number): "success" | "info" | "pending" {
	if (percent > 80) return "success";
	return percent > 50 ? "info" : "pending";
}

/** The first three, and how many more there are. */
export function shownTeam<Member>(team: readonly Member[]): { shown: readonly Member[]; more: number } {
	return { shown: team.slice(0, 3), more: Math.max(0, team.length - 3) };
}
