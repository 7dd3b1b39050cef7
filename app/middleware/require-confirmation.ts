import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "~/context";
import type { ConfirmedOwner } from "~/db/owner";
import { confirmFirst } from "~/features/accounts/confirm-first";
import { confirmationsFrom } from "~/features/accounts/session";
import { ok, type Result } from "~/lib/result";
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
export const requireConfirmation: MiddlewareFunction<Response> = async (args, next) => {
	if (reads(args.request)) return requireConfirmationToRead(args, next);
	await confirmedOwnerOf(args.context, args.url);
	return next();
};

/** The same for a page of much to type: its action answers for itself, by `requireConfirmedOwner`. */
export const requireConfirmationToRead: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	if (!reads(request)) return next();
	// At once, so that the page's reads and the session's stay one round trip.
	const [response] = await Promise.all([next(), confirmedOwnerOf(context, url)]);
	return response;
};

const reads = ({ method }: Request) => method === "GET" || method === "HEAD";

/** The owner of a sensitive change. `back`: the page to return to from the confirmation. */
export async function confirmedOwnerOf(context: Context, back: Address): Promise<ConfirmedOwner> {
	const owner = await confirmedOwner(context);
	if (!owner) throw redirect(`${href("/dashboard/confirm")}?next=${encodeURIComponent(back.pathname + back.search)}`);
	return owner;
}

/** The same where the way to the confirmation would lose what was typed: the form stays, and says what to do. */
export async function requireConfirmedOwner(context: Context): Promise<Result<ConfirmedOwner>> {
	const owner = await confirmedOwner(context);
	if (owner) return ok(owner);
	return confirmFirst("You entered your password more than ten minutes ago. Enter it again.");
}

/** A confirmed owner where the password was entered lately, else the plain one: for a form that is sensitive in part. */
export const ownerWithConfirmation = async (context: Context) => (await confirmedOwner(context)) ?? ownerOf(context);

async function confirmedOwner(context: Context): Promise<ConfirmedOwner | null> {
	const owner = ownerOf(context);
	const { confirmedAt } = await customerOf(context);
	const confirmedFrom = confirmationsFrom(context.get(servicesContext).clock());
	if (!("sessionHash" in owner) || confirmedAt === null || confirmedAt < confirmedFrom) return null;
	return { sessionHash: owner.sessionHash, confirmedFrom };
}
