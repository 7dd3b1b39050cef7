import type { ProjectPriority, ProjectStatus } from "../../db/schema";
import { textsOf } from "../../lib/form-data";
import { dueDayOf, type Member } from "./project";

const names = ["name", "description", "client", "dueDate", "status", "priority", "technologies"] as const;

/** What the form of a project shows in its fields. */
export type ProjectValues = Readonly<Record<(typeof names)[number], string>> & { readonly team: readonly string[] };

export const newProject: ProjectValues = {
	name: "",
	description: "",
	client: "",
	dueDate: "",
	status: "planned",
	priority: "medium",
	technologies: "",
	team: [],
};

interface Row {
	name: string;
	description: string;
	client: string;
	status: ProjectStatus;
	priority: ProjectPriority;
	dueAt: number | null;
	technologies: string[];
	team: Member[];
}

/** An existing project, as the form starts with it. */
export const projectValues = ({ name, description, client, status, priority, ...row }: Row): ProjectValues => ({
	name,
	description,
	client,
	status,
	priority,
	dueDate: row.dueAt === null ? "" : dueDayOf(row.dueAt),
	technologies: row.technologies.join(", "),
	team: row.team.map(({ id }) => id),
});

/** What was sent, as the schema takes it: the team are several fields with one name. */
export const projectFields = (form: FormData) => ({ ...Object.fromEntries(form), team: form.getAll("team") });

/** What was sent, to show again. */
export const sentProject = (form: FormData): ProjectValues => ({
	...textsOf(form, names, 8_000),
	team: form.getAll("team").filter((id) => typeof id === "string"),
});
