import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { invoicesQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import { listedInvoice } from "~/features/billing-desk/billing-view";
import { InvoiceList } from "~/features/billing-desk/components/billing-lists";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/invoices";

export const handle = { desk: { view: "billing.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Invoices") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(invoicesQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ billingDesk }, session) =>
		invalid ? noRows : billingDesk.invoices(session, query),
	);
	return deskListPage(invalid, {
		query,
		rows: items.map((row) => listedInvoice(row, context.get(servicesContext).clock())),
		next,
		canExport: may(roles, "reports.export"),
	});
}

export default function Invoices({ loaderData }: Route.ComponentProps) {
	return <InvoiceList {...loaderData} />;
}
