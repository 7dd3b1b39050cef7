import { href } from "react-router";
import { fieldsText } from "~/features/projects/project-progress";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { button, type MailContent, text } from "../content";
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
	{ changed, ...news }: ProjectUpdate & { readonly changed: readonly string[] },
	shop: Shop,
): MailContent {
	return {
		subject: headerText(`${news.project}: ${news.status}, ${news.progress}%`),
		preview: `Its ${fieldsText(changed)} changed.`,
		heading: "Your project was updated",
		blocks: [
			text(greeting(to)),
			text(`Our team has worked on ${news.project}: its ${fieldsText(changed)} changed.`),
			...facts(to, news, shop),
		],
	};
}

export function projectDue(to: Recipient, news: ProjectUpdate & { readonly dueAt: number }, shop: Shop): MailContent {
	const day = formatDay(news.dueAt, to);
	return {
		subject: headerText(`${news.project} is due on ${day}`),
		preview: `It is at ${news.progress}%.`,
		heading: "Due soon",
		blocks: [
			text(greeting(to)),
			text(`${news.project} is due on ${day}. If you need more time, move the date.`),
			...facts(to, news, shop),
		],
	};
}

const facts = (to: Recipient, { projectId, ...news }: ProjectUpdate, { appOrigin }: Shop): MailContent["blocks"] => [
	{
		kind: "facts",
		rows: [
			["Project", news.project],
			["Status", news.status],
			["Progress", `${news.progress}%`],
			["Due", news.dueAt === null ? "Not set" : formatDay(news.dueAt, to)],
		],
	},
	button("Open the project", `${appOrigin}${href("/dashboard/projects")}?open=${projectId}`),
];
