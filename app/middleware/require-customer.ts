import { data, href, type MiddlewareFunction, redirect } from "react-router";
import { viewerContext } from "~/context";
import { isDataRequest } from "~/lib/responses";
import { readResubmission } from "~/lib/resubmission";

/**
 * For pages of signed-in customers. The loaders run at once, so that their reads and the session's share one round
 * trip; each reads through its owner and finds nothing without a live session. Nothing of it is sent unless this
 * guard agrees. An action changes things, so it waits for the guard. A form that the browser itself sent comes back in
 * a page that offers to send it again (components/layout/signed-out-form.tsx); script keeps its page (keep-page.ts).
 */
export const requireCustomer: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	const viewer = context.get(viewerContext);
	const signIn = () => redirect(`${href("/login")}?next=${encodeURIComponent(url.pathname + url.search)}`);
	const reading = request.method === "GET" || request.method === "HEAD";
	if (!reading && !(await viewer.customer())) {
		throw isDataRequest(request) ? signIn() : data(await readResubmission(request, url), { status: 401 });
	}
	if (viewer.owner === null) throw signIn();
	const [response, customer] = await Promise.all([next(), viewer.customer()]);
	if (!customer) throw signIn();
	response.headers.set("Cache-Control", "private, no-store");
	return response;
};
