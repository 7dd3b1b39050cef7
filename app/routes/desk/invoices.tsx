import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { invoicesQuerySchema } from "~/features/billing-desk/billing-desk.schema";
import { listedInvoice } from "~/features/billing-desk/billing-view";
import { InvoiceList } from "~/features/billing-desk/components/billing-lists";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/invoices";

export const handle = { desk: { view: "billing.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Invoices") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = invoicesQuerySchema.parse(paramsOf(url));
	const [{ roles }, { items, next }] = await asStaff(context, handle, ({ billingDesk }, session) =>
		billingDesk.invoices(session, query),
	);
	return {
		query,
		rows: items.map((row) => listedInvoice(row, context.get(servicesContext).clock())),
		next,
		canExport: may(roles, "reports.export"),
	};
}

export default function Invoices({ loaderData }: Route.ComponentProps) {
	return <InvoiceList {...loaderData} />;
}
