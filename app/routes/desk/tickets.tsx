import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { DeskTicketList } from "~/features/tickets/components/desk-ticket-list";
import { deskTicketRow } from "~/features/tickets/ticket-view";
import { ticketsQuerySchema } from "~/features/tickets/tickets-desk.schema";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/tickets";

export const handle = { desk: { view: "tickets.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Tickets") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(ticketsQuerySchema, url);
	const [, { items, next }] = await asStaff(context, handle, async ({ ticketsDesk }, session) =>
		invalid ? noRows : ticketsDesk.list(session, query),
	);
	const now = context.get(servicesContext).clock();
	return deskListPage(invalid, { query, rows: items.map((row) => deskTicketRow(row, now)), next });
}

export default function Tickets({ loaderData }: Route.ComponentProps) {
	return <DeskTicketList {...loaderData} />;
}
