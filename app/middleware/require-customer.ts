import { type MiddlewareFunction, redirect } from "react-router";
import { viewerContext } from "../context";

/**
 * For pages of signed-in customers. The loaders run at once, so that their reads and the session's share one round
 * trip; each reads through its owner and finds nothing without a live session. Nothing of it is sent unless this
 * guard agrees. An action changes things, so it waits for the guard.
 */
export const requireCustomer: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	const viewer = context.get(viewerContext);
	const signIn = () => redirect(`/login?next=${encodeURIComponent(url.pathname + url.search)}`);
	if (viewer.owner === null) throw signIn();
	const reading = request.method === "GET" || request.method === "HEAD";
	if (!reading && !(await viewer.customer())) throw signIn();
	const [response, customer] = await Promise.all([next(), viewer.customer()]);
	if (!customer) throw signIn();
	response.headers.set("Cache-Control", "private, no-store");
	return response;
};
