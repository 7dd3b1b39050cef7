import { framedEmail } from "~/lib/framed-email";
import { notFound } from "~/lib/responses";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/inbox-html";

/** The HTML part of an email, for the iframe on its page. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const email = (await devInbox(context).find(params.messageId)) ?? notFound();
	return framedEmail(email.html);
}
