import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import { plainText } from "~/lib/markdown";
import { button, type EmailContent, message, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ProjectMessage {
	readonly projectId: string;
	readonly project: string;
	readonly author: string;
	/** Markdown, as typed. */
	readonly body: string;
}

/** Sent when staff write in a project's discussion. */
export function projectMessage(
	to: Recipient,
	{ projectId, project, author, body }: ProjectMessage,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`${author} wrote about ${project}`),
		values: { project },
		preview: headerText(plainText(body), 120),
		heading: "A message from our team",
		blocks: [
			text(greeting(to)),
			text(`${author} from the ${brand.name} team wrote in the discussion of ${project}:`),
			message(body),
			button("Read and reply", `${appOrigin}${href("/dashboard/projects")}?open=${projectId}`),
		],
	};
}
