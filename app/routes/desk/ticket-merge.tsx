import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { MergePage } from "~/features/tickets/components/move-messages";
import { mergeView } from "~/features/tickets/ticket-view";
import { mergeQuerySchema, mergeSchema } from "~/features/tickets/tickets-desk.schema";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/ticket-merge";

export const handle = {
	desk: { view: "tickets.reply", actions: { merge: "tickets.reply" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Merge a ticket") }];

/** A refused form shows the tickets as they are now. */
export const shouldRevalidate = () => true;

export async function loader({ context, params: { ticketId }, url }: Route.LoaderArgs) {
	const { into } = mergeQuerySchema.parse(paramsOf(url));
	const [, found] = await asStaff(context, handle, ({ ticketsDesk }, session) =>
		ticketsDesk.mergePreview(session, ticketId, into),
	);
	return { merge: mergeView(found ?? notFound()) };
}

export async function action({ context, request, params: { ticketId } }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, ...agent } = sent.value;
	const input = parse(mergeSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const merged = await context.get(servicesContext).ticketsDesk.merge(agent, ticketId, input.value);
	if (!merged.ok) return deskFailure(merged.error, form);
	const page = { pathname: href("/desk/tickets/:ticketId", { ticketId: input.value.into }), search: "" };
	return deskDone(context, page, "Merged the tickets.");
}

export default function TicketMerge({ loaderData: { merge }, actionData }: Route.ComponentProps) {
	return <MergePage merge={merge} answer={actionData} />;
}
