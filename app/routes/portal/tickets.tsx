import { pageTitle } from "~/components/layout/page-title";
import { TicketList } from "~/features/tickets/components/ticket-list";
import { listedTicket } from "~/features/tickets/ticket-view";
import { ticketListSchema } from "~/features/tickets/tickets.schema";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/tickets";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Support") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = ticketListSchema.parse(paramsOf(url));
	const [customer, { items, next }] = await asCustomer(context, ({ tickets }, owner) => tickets.list(owner, query));
	return { query, tickets: items.map((ticket) => listedTicket(ticket, customer)), next };
}

export default function TicketsPage({ loaderData }: Route.ComponentProps) {
	return <TicketList {...loaderData} />;
}
