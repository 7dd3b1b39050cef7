import { href, redirect } from "react-router";
import { servicesContext, staffContext } from "~/context";
import { clearedStaffCookie } from "~/features/staff/staff-cookie";
import { notFound } from "~/lib/responses";
import { staffViewer } from "~/middleware/staff-viewer";
import type { Route } from "./+types/sign-out";

export const middleware: Route.MiddlewareFunction[] = [staffViewer];

export function loader() {
	notFound();
}

export async function action({ context }: Route.ActionArgs) {
	const { config, staff } = context.get(servicesContext);
	const { session } = context.get(staffContext);
	if (session === null) notFound();
	await staff.sessions.end(session);
	const headers = new Headers({ "Clear-Site-Data": '"cache"' });
	headers.append("Set-Cookie", clearedStaffCookie(config.APP_ORIGIN));
	return redirect(href("/desk/sign-in"), { status: 303, headers });
}

/** Only for the 404 page of a GET. */
export default function SignOut() {
	return null;
}
