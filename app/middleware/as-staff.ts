import { data, type RouterContextProvider } from "react-router";
import { servicesContext, staffContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may, type Permission } from "~/features/staff/permissions";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import { unknownForm } from "~/lib/fields.schema";
import { readForm } from "~/lib/form-data";
import { notFound } from "~/lib/responses";
import { fail, ok, type Result } from "~/lib/result";
import type { Services } from "~/services.server";

type Context = Readonly<RouterContextProvider>;

/**
 * Loads the signed-in person and the data of a page of the desk. `read` must start all its queries in the same tick, so
 * that they and the session query share one round trip to D1. Each query must have `staffMay` in its WHERE, so without
 * the permission it finds nothing.
 * @throws 404 without a cookie or without the permission, 401 if the session has ended
 */
export async function asStaff<T>(
	context: Context,
	{ desk: { view } }: DeskHandle,
	read: (services: Services, session: StaffSession) => Promise<T>,
): Promise<[member: StaffMember, found: T]> {
	const viewer = context.get(staffContext);
	if (viewer.session === null) notFound();
	const [member, found] = await Promise.all([viewer.member(), read(context.get(servicesContext), viewer.session)]);
	return [allowed(member, view), found];
}

/** The signed-in person, for pages that read nothing else. Throws like `asStaff`. */
export async function staffOf(context: Context, { desk: { view } }: DeskHandle): Promise<StaffMember> {
	const viewer = context.get(staffContext);
	if (viewer.session === null) notFound();
	return allowed(await viewer.member(), view);
}

export interface StaffForm<Intent extends string = string> {
	readonly intent: Intent;
	readonly form: FormData;
	/** The same as an object, for `parse`. A field that occurs several times is an array in `lists`. */
	readonly fields: Readonly<Record<string, unknown>>;
	readonly member: StaffMember;
	/** For the use-case, which checks the permission again in its commit. */
	readonly session: StaffSession;
}

/**
 * Reads a form of the desk, whose `intent` must be one of the page's actions.
 * @throws 404 without a cookie or without the permission for this action, 401 if the session has ended
 */
export async function staffForm<Handle extends DeskHandle>(
	context: Context,
	request: Request,
	{ desk: { actions = {} } }: Handle,
): Promise<Result<StaffForm<keyof NonNullable<Handle["desk"]["actions"]> & string>>> {
	const viewer = context.get(staffContext);
	if (viewer.session === null) notFound();
	const [member, form] = await Promise.all([viewer.member(), readForm(request)]);
	const intent = form.get("intent");
	const known = typeof intent === "string" && Object.hasOwn(actions, intent) ? intent : null;
	if (known === null) {
		// Anyone else gets a 404 for every form.
		const permitted = Object.values(actions).some((permission) => member && mayDo(member, permission));
		if (member && !permitted) notFound();
		allowed(member, null);
		return fail("invalid", unknownForm);
	}
	return ok({
		intent: known as keyof NonNullable<Handle["desk"]["actions"]> & string,
		form,
		fields: Object.fromEntries(form),
		member: allowed(member, actions[known] ?? null),
		session: viewer.session,
	});
}

/**
 * The person who sends a form whose body is streamed, so that it can't be read for its intent. Throws like `staffForm`.
 */
export async function staffSender<Handle extends DeskHandle>(
	context: Context,
	{ desk: { actions } }: Handle,
	intent: keyof NonNullable<Handle["desk"]["actions"]> & string,
): Promise<Pick<StaffForm, "member" | "session">> {
	const viewer = context.get(staffContext);
	if (viewer.session === null) notFound();
	return { member: allowed(await viewer.member(), actions?.[intent] ?? null), session: viewer.session };
}

const mayDo = ({ roles }: StaffMember, permission: Permission | null): boolean =>
	permission === null || may(roles, permission);

function allowed(member: StaffMember | null, permission: Permission | null): StaffMember {
	if (member === null) throw data(null, { status: 401 });
	if (!mayDo(member, permission)) notFound();
	return member;
}
