import { href, redirect, redirectDocument } from "react-router";
import { servicesContext } from "~/context";
import { clearedSessionCookie } from "~/features/accounts/session-cookie";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/stop-acting";

export const loader = () => redirect(href("/dashboard"));

/** Ends a session in which someone at the desk is signed in as the customer, and leads back to the desk. */
export async function action({ context }: Route.ActionArgs) {
	const { config, sessions } = context.get(servicesContext);
	const { id } = await customerOf(context);
	if (!(await sessions.endActing(ownerOf(context)))) return redirect(href("/dashboard"));
	return redirectDocument(href("/desk/customers/:customerId", { customerId: id }), {
		headers: { "Set-Cookie": clearedSessionCookie(config.APP_ORIGIN), "Clear-Site-Data": '"cache"' },
	});
}
