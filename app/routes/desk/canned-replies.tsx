import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { cannedRepliesQuerySchema, cannedReplySchema } from "~/features/tickets/canned-replies.schema";
import { CannedRepliesPage } from "~/features/tickets/components/canned-replies";
import { cannedReplyView } from "~/features/tickets/ticket-view";
import { noRows, readFilters } from "~/lib/filters";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure, deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/canned-replies";

export const handle = {
	desk: { view: "tickets.view", actions: { create: "tickets.canned" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Canned replies") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(cannedRepliesQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ cannedReplies }, session) =>
		invalid ? noRows : cannedReplies.list(session, query),
	);
	return deskListPage(invalid, {
		query,
		replies: items.map(cannedReplyView),
		next,
		mayChange: may(roles, "tickets.canned"),
	});
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, session } = sent.value;
	const input = parse(cannedReplySchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const created = await context.get(servicesContext).cannedReplies.create(session, input.value);
	return created.ok ? deskDone(context, url, `Created “${input.value.title}”.`) : deskFailure(created.error, form);
}

export default function CannedReplies({ loaderData, actionData }: Route.ComponentProps) {
	return <CannedRepliesPage {...loaderData} answer={actionData} />;
}
