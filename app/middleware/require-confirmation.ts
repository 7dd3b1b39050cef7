import { type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../context";
import type { ConfirmedOwner } from "../db/owner";
import { confirmationsFrom } from "../features/accounts/session";
import { customerOf, ownerOf } from "./as-customer";

type Context = Readonly<RouterContextProvider>;
type Address = Pick<URL, "pathname" | "search">;

/**
 * For pages of sensitive changes (nameservers, authorization code, email address, deletion …): unless the password was
 * entered again in the last ten minutes of this sign-in, the visitor goes to `/dashboard/confirm`, which leads back.
 *
 * A page that is sensitive as a whole: `export const middleware = [requireConfirmation]`.
 * Its action, or the one sensitive form of a page: `const owner = await confirmedOwnerOf(context, url)`, and a use-case
 * that takes a `ConfirmedOwner`: `ownedBy` then repeats the check in the very statement that makes the change.
 */
export const requireConfirmation: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	if (request.method !== "GET" && request.method !== "HEAD") {
		await confirmedOwnerOf(context, url);
		return next();
	}
	// At once, so that the page's reads and the session's stay one round trip.
	const [response] = await Promise.all([next(), confirmedOwnerOf(context, url)]);
	return response;
};

/** The owner of a sensitive change. `back`: the page to return to from the confirmation. */
export async function confirmedOwnerOf(context: Context, back: Address): Promise<ConfirmedOwner> {
	const owner = ownerOf(context);
	const { confirmedAt } = await customerOf(context);
	const confirmedFrom = confirmationsFrom(context.get(servicesContext).clock());
	if (!("sessionHash" in owner) || confirmedAt === null || confirmedAt < confirmedFrom)
		throw redirect(`/dashboard/confirm?next=${encodeURIComponent(back.pathname + back.search)}`);
	return { sessionHash: owner.sessionHash, confirmedFrom };
}
