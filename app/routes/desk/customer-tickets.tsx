import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { customerRowsSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { CustomerTickets } from "~/features/tickets/components/desk-ticket-list";
import { deskTicketRow } from "~/features/tickets/ticket-view";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-tickets";

export const handle = { desk: { view: "tickets.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Tickets · Customer") }];

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const { after } = customerRowsSchema.parse(paramsOf(url));
	const [, { items, next }] = await asStaff(context, handle, ({ ticketsDesk }, session) =>
		ticketsDesk.ofCustomer(session, customerId, after),
	);
	const now = context.get(servicesContext).clock();
	return { rows: items.map((row) => deskTicketRow(row, now)), next };
}

export default function CustomerTicketsPage({ loaderData }: Route.ComponentProps) {
	return <CustomerTickets {...loaderData} />;
}
