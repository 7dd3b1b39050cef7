import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { CustomerSignIns } from "~/features/customers/components/customer-rows";
import { accessRow, eventRow, sessionRow } from "~/features/customers/customer-view";
import { customerRowsSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-sign-ins";

export const handle = { desk: { view: "customers.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Sign-ins · Customer") }];

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const query = customerRowsSchema.parse(paramsOf(url));
	const [, [sessions, access, events]] = await asStaff(context, handle, ({ customers }, session) =>
		Promise.all([
			customers.sessions(session, customerId),
			customers.access(session, customerId),
			customers.securityEvents(session, customerId, query),
		]),
	);
	const now = context.get(servicesContext).clock();
	return {
		sessions: sessions.items.map(sessionRow),
		access: access.items.map((row) => accessRow(row, customerId, now)),
		events: events.items.map(eventRow),
		next: events.next,
	};
}

export default function CustomerSignInsPage({ loaderData }: Route.ComponentProps) {
	return <CustomerSignIns {...loaderData} />;
}
