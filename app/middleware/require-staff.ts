import { data, href, type MiddlewareFunction, redirectDocument } from "react-router";
import { staffContext } from "~/context";
import { isDataRequest, notFound } from "~/lib/responses";
import { readResubmission } from "~/lib/resubmission";

/**
 * Requires a session of the desk. Without a cookie every address of the desk is a 404, as if the desk did not exist. With
 * a session that has ended, it asks for a new sign-in. Loaders run in parallel with the session check, so that all
 * queries share one round trip: they find nothing without a valid session. Actions wait for the check.
 */
export const requireStaff: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	const viewer = context.get(staffContext);
	if (viewer.session === null) notFound();
	const signIn = () =>
		redirectDocument(`${href("/desk/sign-in")}?next=${encodeURIComponent(url.pathname + url.search)}`);
	const reading = request.method === "GET" || request.method === "HEAD";
	if (!reading && !(await viewer.member())) {
		throw isDataRequest(request) ? signIn() : data(await readResubmission(request, url), { status: 401 });
	}
	const [response, member] = await Promise.all([next(), viewer.member()]);
	if (!member) throw signIn();
	response.headers.set("Cache-Control", "private, no-store");
	response.headers.set("X-Robots-Tag", "noindex");
	return response;
};
