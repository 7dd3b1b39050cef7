import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { TodayPage } from "~/features/desk/components/today-page";
import { todayActions } from "~/features/desk/today-actions";
import { todayView } from "~/features/desk/today-view";
import { queueSchema } from "~/features/problems/queue.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf, withParams } from "~/lib/address";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/today";

export const handle = { desk: { view: "today.view", actions: todayActions } } as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Today") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = queueSchema.parse(paramsOf(url));
	const { clock } = context.get(servicesContext);
	const [{ id, roles }, [page, counts]] = await asStaff(context, handle, ({ today }, session) =>
		Promise.all([today.queue(session, query), today.counts(session)]),
	);
	const reader = { id, now: clock(), may: (permission: Parameters<typeof may>[1]) => may(roles, permission) };
	return { query, rows: page.items.map((row) => todayView(row, reader)), next: page.next, counts };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { intent, form, fields } = sent.value;
	const done = await context.get(servicesContext).today.act(intent, sent.value);
	if (!done.ok) return deskFailure(done.error, form);
	const { message, undo } = done.value;
	const list = withParams(url.searchParams, { open: null, focus: null });
	const version = String(Number(fields.version) + 1);
	const undone = undo && { intent: undo, key: String(fields.key), version };
	return deskDone(
		context,
		{ pathname: url.pathname, search: list === "?" ? "" : list },
		message,
		undone && { action: url.pathname, fields: undone },
	);
}

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
	return <TodayPage {...loaderData} answer={actionData} />;
}
