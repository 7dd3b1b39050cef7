import { href } from "react-router";
import { fieldsText } from "~/features/projects/project-progress";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ProjectUpdate {
	readonly projectId: string;
	readonly project: string;
	/** "In Progress" */
	readonly status: string;
	/** Percent. */
	readonly progress: number;
	readonly dueAt: number | null;
}

interface Shop {
	readonly appOrigin: string;
}

/** `changed`: "status", "due date" … */
export function projectUpdated(
	to: Recipient,
	{ changed, ...update }: ProjectUpdate & { readonly changed: readonly string[] },
	shop: Shop,
): EmailContent {
	return {
		subject: headerText(`${update.project}: ${update.status}, ${update.progress}%`),
		values: { project: update.project },
		preview: `The ${fieldsText(changed)} changed.`,
		heading: "Your project was updated",
		blocks: [
			text(greeting(to)),
			text(`Our team changed the ${fieldsText(changed)} of ${update.project}.`),
			...facts(to, update, shop),
		],
	};
}

const facts = (to: Recipient, { projectId, ...update }: ProjectUpdate, { appOrigin }: Shop): EmailContent["blocks"] => [
	{
		kind: "facts",
		rows: [
			["Project", update.project],
			["Status", update.status],
			["Progress", `${update.progress}%`],
			["Due", update.dueAt === null ? "Not set" : formatDay(update.dueAt, to)],
		],
	},
	button("Open the project", `${appOrigin}${href("/dashboard/projects")}?open=${projectId}`),
];
