import { href, redirect, redirectDocument } from "react-router";
import { servicesContext } from "~/context";
import { clearedSessionCookie } from "~/features/accounts/session-cookie";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import { backToOwnAccount } from "~/middleware/sign-in-response";
import type { Route } from "./+types/stop-acting";

export const loader = () => redirect(href("/dashboard"));

/**
 * Leaves an account that is not one's own. Someone at the desk goes back to the desk, where they are signed in. A member
 * goes on in their own account.
 */
export async function action({ context }: Route.ActionArgs) {
	const { config, sessions } = context.get(servicesContext);
	const [{ id, acting }, owner] = [await customerOf(context), ownerOf(context)];
	if (acting === null) return redirect(href("/dashboard"));
	if (acting.role === "staff") {
		await sessions.endActing(owner);
		return redirectDocument(href("/desk/customers/:customerId", { customerId: id }), {
			headers: { "Set-Cookie": clearedSessionCookie(config.APP_ORIGIN), "Clear-Site-Data": '"cache"' },
		});
	}
	const back = await backToOwnAccount(context);
	if (back) return back;
	// Another request of this browser has gone back, or the own session has ended.
	await sessions.end(owner);
	return redirectDocument(href("/dashboard"));
}
