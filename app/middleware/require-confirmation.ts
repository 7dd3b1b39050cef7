import { data, href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "~/context";
import type { ConfirmedOwner } from "~/db/owner";
import { confirmationRequired } from "~/features/accounts/confirmation-required";
import { earliestConfirmation, earliestReentry } from "~/features/accounts/session";
import { actingRoleOf, refusalOf } from "~/lib/acting";
import { ok, type Result } from "~/lib/result";
import { customerOf, ownerOf } from "./as-customer";

type Context = Readonly<RouterContextProvider>;
type Address = Pick<URL, "pathname" | "search">;

/**
 * For pages with sensitive changes (nameservers, authorization code, deletion …). Redirects to `/dashboard/confirm`, which
 * leads back, unless the customer signed in or entered the password in the last ten minutes.
 *
 * For a sensitive page: `export const middleware = [requireConfirmation]`.
 * For its action, or a single sensitive form: `const owner = await confirmedOwnerOf(context, url)` and a use-case that
 * takes a `ConfirmedOwner`. `ownedBy` then repeats the check in the statement that makes the change.
 */
export const requireConfirmation = requiring(confirmedOwnerOf);

/** Requires confirmation for reads only, for pages with long forms. Their actions use `requireConfirmedOwner`. */
export const requireConfirmationToRead: MiddlewareFunction<Response> = (args, next) =>
	isRead(args.request) ? requireConfirmation(args, next) : next();

/** As `requireConfirmation`, for changes to how the customer signs in. The sign-in itself does not count. */
export const requireReentry = requiring(reenteredOwnerOf);

function requiring(check: typeof confirmedOwnerOf): MiddlewareFunction<Response> {
	return async ({ request, url, context }, next) => {
		if (!isRead(request)) {
			await check(context, url);
			return next();
		}
		// In parallel, so that the page's queries and the session query share one round trip.
		const [response] = await Promise.all([next(), check(context, url)]);
		return response;
	};
}

function isRead({ method }: Request): boolean {
	return method === "GET" || method === "HEAD";
}

/**
 * The owner of a sensitive change.
 * @param back the page to return to from the confirmation
 * @throws a redirect to the confirmation page
 */
export async function confirmedOwnerOf(context: Context, back: Address): Promise<ConfirmedOwner> {
	return (await findConfirmedOwner(context)) ?? askToConfirm(back);
}

/**
 * As `confirmedOwnerOf`, for what no one else may do in the customer's account although their role allows the page.
 * @throws a 403 response for them
 */
export async function confirmedCustomerOf(context: Context, back: Address): Promise<ConfirmedOwner> {
	refuseOthers(context);
	return confirmedOwnerOf(context, back);
}

/** @throws a 403 response in an account that is not one's own */
export function refuseOthers(context: Context): void {
	const owner = ownerOf(context);
	const role = "sessionHash" in owner ? actingRoleOf(owner.sessionHash) : null;
	if (role) throw data(refusalOf(role), { status: 403 });
}

/** As `confirmedOwnerOf`, for changes to how the customer signs in. The sign-in itself does not count. */
export async function reenteredOwnerOf(context: Context, back: Address): Promise<ConfirmedOwner> {
	return (await findReenteredOwner(context)) ?? askToConfirm(back);
}

function askToConfirm(back: Address): never {
	throw redirect(`${href("/dashboard/confirm")}?next=${encodeURIComponent(back.pathname + back.search)}`);
}

/** The owner of a sensitive change, or a failure for the form. For long forms, because a redirect would lose the input. */
export async function requireConfirmedOwner(context: Context): Promise<Result<ConfirmedOwner>> {
	const owner = await findConfirmedOwner(context);
	if (owner) return ok(owner);
	return confirmationRequired("You entered your password more than ten minutes ago. Enter it again.");
}

/** As `reenteredOwnerOf`, or else the plain owner. For forms with some sensitive fields. */
export const ownerWithReentry = async (context: Context) => (await findReenteredOwner(context)) ?? ownerOf(context);

const findConfirmedOwner = (context: Context) => findOwner(context, earliestConfirmation);
const findReenteredOwner = (context: Context) => findOwner(context, earliestReentry);

async function findOwner(
	context: Context,
	earliest: (now: number, signedInAt: number) => number,
): Promise<ConfirmedOwner | null> {
	const owner = ownerOf(context);
	const { confirmedAt, signedInAt } = await customerOf(context);
	const confirmedFrom = earliest(context.get(servicesContext).clock(), signedInAt);
	if (!("sessionHash" in owner) || confirmedAt === null || confirmedAt < confirmedFrom) return null;
	return { sessionHash: owner.sessionHash, confirmedFrom };
}
