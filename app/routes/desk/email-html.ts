import { emailHtml, emailOfSlug } from "~/features/email-desk/email-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { framedEmail } from "~/lib/framed-email";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/email-html";

export const handle = { desk: { view: "settings.email" } } satisfies DeskHandle;

/** The HTML part of a sample, for the frame on the email's page. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const kind = emailOfSlug(params.email) ?? notFound();
	const [, found] = await asStaff(context, handle, ({ emailDesk }, session) => emailDesk.find(session, kind));
	return framedEmail(emailHtml(found, url.searchParams));
}
