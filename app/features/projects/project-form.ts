import { textFields } from "~/lib/form-data";
import { mergeFormValues, readInitialValues } from "~/lib/initial-values";
import type { ProjectPriority, ProjectStatus } from "./project";
import { dueDayOf, type Member, priorityName, projectStatusName } from "./project";
import { membersOf } from "./team-members";

const names = ["name", "description", "client", "dueDate", "status", "priority", "technologies"] as const;

/** The values of a project form's fields. */
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

/** The form values of an existing project. */
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

/** The sent form as input for the schema. The team is a repeated field. */
export const projectFields = (form: FormData) => ({ ...Object.fromEntries(form), team: form.getAll("team") });

type Texts = Readonly<Record<keyof ProjectValues, string>>;

/** The form's initial values, as text. */
export const initialProject = ({ team, ...values }: ProjectValues): Texts => ({ ...values, team: team.join(",") });

/** Merges the sent form with changes made to the project since the form was opened. */
export function mergeProject(form: FormData, current: Row) {
	const merged = mergeFormValues({
		sent: initialProject(readProjectForm(form)),
		initial: readInitialValues(form, [...names, "team"]),
		current: initialProject(projectValues(current)),
		format: displayValue,
	});
	if (!merged.ok) return merged;
	return { ...merged, value: { ...merged.value, team: merged.value.team.split(",") } };
}

function displayValue(name: keyof ProjectValues, value: string): string {
	switch (name) {
		case "status":
			return projectStatusName[value as ProjectStatus];
		case "priority":
			return priorityName[value as ProjectPriority];
		case "team":
			return membersOf(value.split(","))
				.map((member) => member.name)
				.join(", ");
		default:
			return value;
	}
}

/** The sent values, to show them again after an error. */
export const readProjectForm = (form: FormData): ProjectValues => ({
	...textFields(form, names, 8_000),
	team: form.getAll("team").filter((id) => typeof id === "string"),
});
