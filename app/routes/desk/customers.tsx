import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { CustomerList } from "~/features/customers/components/customer-list";
import { foundView } from "~/features/customers/customer-view";
import { customerSearchSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/customers";

export const handle = { desk: { view: "customers.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Customers") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(customerSearchSchema, url);
	const [{ roles }, { items, next, exact }] = await asStaff(context, handle, async ({ customers }, session) =>
		invalid ? { ...noRows, exact: null } : customers.search(session, query),
	);
	if (exact?.invoiceId && may(roles, "billing.view"))
		throw redirect(href("/desk/invoices/:invoiceId", { invoiceId: exact.invoiceId }));
	if (exact) throw redirect(href("/desk/customers/:customerId", { customerId: exact.customerId }));
	return deskListPage(invalid, {
		query,
		customers: items.map(foundView),
		next,
		canExport: may(roles, "customers.export"),
	});
}

export default function Customers({ loaderData }: Route.ComponentProps) {
	return <CustomerList {...loaderData} />;
}
