import { partsText } from "~/features/projects/project-news";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { button, type MailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ProjectNews {
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

/** Our team has moved the project on. `changed`, of all changes that the mail tells of: "status", "due date" … */
export function projectUpdated(
	to: Recipient,
	{ changed, ...news }: ProjectNews & { readonly changed: readonly string[] },
	shop: Shop,
): MailContent {
	return {
		subject: headerText(`${news.project}: ${news.status}, ${news.progress}%`),
		preview: `Its ${partsText(changed)} changed.`,
		heading: "News of your project",
		blocks: [
			text(greeting(to)),
			text(`Our team has worked on ${news.project}: its ${partsText(changed)} changed. It now stands like this:`),
			...standing(to, news, shop),
		],
	};
}

/** The day is near. */
export function projectDue(to: Recipient, news: ProjectNews & { readonly dueAt: number }, shop: Shop): MailContent {
	const day = formatDay(news.dueAt, to);
	return {
		subject: headerText(`${news.project} is due on ${day}`),
		preview: `It is at ${news.progress}%.`,
		heading: "Due soon",
		blocks: [
			text(greeting(to)),
			text(`${news.project} is due on ${day}. If it needs longer, move the date.`),
			...standing(to, news, shop),
		],
	};
}

const standing = (to: Recipient, { projectId, ...news }: ProjectNews, { appOrigin }: Shop): MailContent["blocks"] => [
	{
		kind: "facts",
		rows: [
			["Project", news.project],
			["Status", news.status],
			["Progress", `${news.progress}%`],
			["Due", news.dueAt === null ? "No day set" : formatDay(news.dueAt, to)],
		],
	},
	button("Open the project", `${appOrigin}/dashboard/projects?open=${projectId}`),
];
