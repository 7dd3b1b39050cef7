import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { CustomerInvoices } from "~/features/customers/components/customer-rows";
import { invoiceRow } from "~/features/customers/customer-view";
import { customerRowsSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-invoices";

export const handle = { desk: { view: "billing.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Invoices · Customer") }];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = customerRowsSchema.parse(paramsOf(url));
	const [, { items, next }] = await asStaff(context, handle, ({ customers }, session) =>
		customers.invoices(session, params.customerId, query),
	);
	const now = context.get(servicesContext).clock();
	return { rows: items.map((row) => invoiceRow(row, now)), next };
}

export default function CustomerInvoicesPage({ loaderData }: Route.ComponentProps) {
	return <CustomerInvoices {...loaderData} />;
}
