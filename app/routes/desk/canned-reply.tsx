import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { changeCannedReplySchema, deleteCannedReplySchema } from "~/features/tickets/canned-replies.schema";
import { CannedReplyPage } from "~/features/tickets/components/canned-replies";
import { cannedReplyView } from "~/features/tickets/ticket-view";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/canned-reply";

export const handle = {
	desk: { view: "tickets.view", actions: { change: "tickets.canned", delete: "tickets.canned" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `${loaderData.reply.title} · Canned replies` : "Canned reply") },
];

export async function loader({ context, params: { replyId } }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ cannedReplies }, session) =>
		cannedReplies.find(session, replyId),
	);
	return { reply: cannedReplyView(found ?? notFound()), mayChange: may(roles, "tickets.canned") };
}

export async function action({ context, request, params: { replyId }, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, session } = sent.value;
	const { cannedReplies } = context.get(servicesContext);
	if (intent === "delete") {
		const input = parse(deleteCannedReplySchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const deleted = await cannedReplies.remove(session, replyId, input.value);
		if (!deleted.ok) return deskFailure(deleted.error, form);
		return deskDone(context, { pathname: href("/desk/canned-replies"), search: "" }, "Deleted the reply.");
	}
	const input = parse(changeCannedReplySchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const changed = await cannedReplies.change(session, replyId, input.value);
	return changed.ok ? deskDone(context, url, "Saved the reply.") : deskFailure(changed.error, form);
}

export default function CannedReply({ loaderData, actionData }: Route.ComponentProps) {
	return <CannedReplyPage {...loaderData} answer={actionData} />;
}
