import { formatDay, type Locale } from "~/lib/dates";
import type { ProjectPriority, ProjectStatus } from "./project";
import { type Member, priorityName } from "./project";

interface Row {
	id: string;
	name: string;
	description: string;
	client: string;
	status: ProjectStatus;
	priority: ProjectPriority;
	progress: number;
	dueAt: number | null;
	technologies: string[];
	team: Member[];
	createdAt: number;
}

export type ProjectRow = ReturnType<typeof projectRow>;

/** A project for its row and the details below it. */
export function projectRow(project: Row, locale: Locale, unread = 0) {
	const { id, name, description, client, status, progress, technologies, team } = project;
	return {
		id,
		name,
		description,
		client,
		status,
		progress,
		technologies,
		team,
		due: project.dueAt === null ? "–" : formatDay(project.dueAt, locale),
		priority: priorityName[project.priority],
		/** Number of unread posts of our team. */
		unread,
		started: formatDay(project.createdAt, locale),
	};
}
