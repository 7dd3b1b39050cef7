import { href, redirect, redirectDocument } from "react-router";
import { servicesContext } from "~/context";
import { clearedSessionCookie, sessionCookie } from "~/features/accounts/session-cookie";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/stop-acting";

export const loader = () => redirect(href("/dashboard"));

const clearCache = { "Clear-Site-Data": '"cache"' };

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
			headers: { "Set-Cookie": clearedSessionCookie(config.APP_ORIGIN), ...clearCache },
		});
	}
	const back = await sessions.moveBack(owner);
	// Another request of this browser may have gone back.
	if (!back.ok) return redirectDocument(href("/dashboard"));
	const { token, remembered } = back.value;
	return redirectDocument(href("/dashboard/account-settings/people"), {
		headers: { "Set-Cookie": sessionCookie(config.APP_ORIGIN, token, remembered), ...clearCache },
	});
}
