import { redirect } from "react-router";
import { servicesContext } from "~/context";
import { removeViewSchema, saveViewSchema } from "~/features/saved-views/saved-view.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { flashHeaders } from "~/lib/flash";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone } from "~/middleware/desk-answer";
import type { Route } from "./+types/views";

export const handle = {
	desk: { view: null, actions: { save: null, remove: null } },
} as const satisfies DeskHandle;

/** Has no page of its own. */
export async function loader({ context }: Route.LoaderArgs) {
	await asStaff(context, handle, async () => null);
	notFound();
}

/** Saves or removes a view, and shows its list again. */
export async function action({ context, request }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) notFound();
	const { intent, fields, session } = sent.value;
	const { config, savedViews } = context.get(servicesContext);
	const back = (list: string, message: string) =>
		redirect(list, { status: 303, headers: flashHeaders(config.APP_ORIGIN, { message, tone: "error" }) });
	if (intent === "save") {
		const input = parse(saveViewSchema, fields);
		const list = String(fields.list ?? "");
		if (!input.ok) {
			if (input.error.fields?.list !== undefined) notFound();
			return back(`${list}?${new URLSearchParams(String(fields.query ?? ""))}`, input.error.message);
		}
		const { query, name } = input.value;
		const search = query === "" ? "" : `?${query}`;
		const saved = await savedViews.save(session, input.value);
		if (!saved.ok) return back(list + search, saved.error.message);
		return deskDone(context, { pathname: list, search }, `Saved the view ${name}.`);
	}
	const input = parse(removeViewSchema, fields);
	if (!input.ok) notFound();
	const removed = await savedViews.remove(session, input.value.viewId);
	if (!removed.ok) return back(input.value.list, removed.error.message);
	return deskDone(context, { pathname: input.value.list, search: "" }, "Removed the view.");
}
