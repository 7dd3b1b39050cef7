import { linksIn } from "~/features/email/links";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/inbox-json";

/** The local inbox as JSON for tests and scripts, newest first. `?to=` filters by recipient. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const to = url.searchParams.get("to");
	const emails = await devInbox(context).list();
	return Response.json(
		emails
			.filter(({ recipient }) => to === null || recipient === to)
			.map(({ id, sender, recipient, replyTo, subject, text, html, createdAt }) => ({
				id,
				from: sender,
				to: recipient,
				replyTo,
				subject,
				text,
				html,
				links: linksIn(text),
				sentAt: new Date(createdAt).toISOString(),
			})),
	);
}
