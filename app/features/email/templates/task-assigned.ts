import { href } from "react-router";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface TaskAssigned {
	readonly projectId: string;
	readonly project: string;
	readonly task: string;
	readonly dueAt: number | null;
}

/** Sent when staff assign a task to the customer. */
export function taskAssigned(
	to: Recipient,
	{ projectId, project, task, dueAt }: TaskAssigned,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`A task for you in ${project}`),
		values: { project },
		preview: headerText(task, 120),
		heading: "A task for you",
		blocks: [
			text(greeting(to)),
			text(
				"Our team needs something from you before we can continue. Tick the task off in the project when it is done.",
			),
			{
				kind: "facts",
				rows: [
					["Task", task],
					["Project", project],
					...(dueAt === null ? [] : [["Project due", formatDay(dueAt, to)] as const]),
				],
			},
			button("Open the project", `${appOrigin}${href("/dashboard/projects")}?open=${projectId}`),
		],
	};
}
