import { notFound } from "~/lib/responses";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/inbox-html";

/** Allows inline styles, which emails need, and opening links in a new tab. Nothing else. */
const policy = [
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	"img-src data:",
	"frame-ancestors 'self'",
	"form-action 'none'",
	"sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The HTML part of an email, for the iframe on its page. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const email = (await devInbox(context).find(params.messageId)) ?? notFound();
	return new Response(email.html.replace("<head>", '<head><base target="_blank">'), {
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": policy,
			"X-Frame-Options": "SAMEORIGIN",
		},
	});
}
