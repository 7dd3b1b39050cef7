import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { bulkRowsQuerySchema } from "~/features/bulk-actions/bulk-actions.schema";
import { bulkView } from "~/features/bulk-actions/bulk-view";
import { BulkActionPage } from "~/features/bulk-actions/components/bulk-action-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { formatCount } from "~/lib/format-count";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/bulk-action";

export const handle = {
	desk: { view: "services.view", actions: { stop: "services.change" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.action.title ?? "Bulk action") },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = bulkRowsQuerySchema.parse(paramsOf(url));
	const [{ roles }, found] = await asStaff(context, handle, ({ bulkActions }, session) =>
		bulkActions.find(session, params.bulkId, query),
	);
	return { action: bulkView(found ?? notFound(), query), permissions: [...permissionsOf(roles)] };
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, session, member } = sent.value;
	const stopped = await context.get(servicesContext).bulkActions.stop(session, params.bulkId, member.name);
	return stopped.ok
		? deskDone(context, url, `Stopped. ${formatCount(stopped.value, "row")} did not change.`)
		: deskFailure(stopped.error, form);
}

export default function BulkAction({ loaderData, actionData }: Route.ComponentProps) {
	return <BulkActionPage {...loaderData} answer={actionData} />;
}
