import { servicesContext } from "~/context";
import { invoiceListSchema } from "~/features/invoices/billing.schema";
import { invoiceCsv } from "~/features/invoices/invoice-csv";
import { paramsOf } from "~/lib/address";
import { download } from "~/lib/download";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/invoices-csv";

export async function loader({ context, url }: Route.LoaderArgs) {
	const filter = invoiceListSchema.parse(paramsOf(url));
	const [customer, invoices] = await asCustomer(context, ({ billing }, owner) => billing.export(owner, filter));
	const csv = invoiceCsv(invoices, context.get(servicesContext).clock(), customer.timezone);
	return download(csv, { name: "invoices.csv", type: "text/csv; charset=utf-8" });
}
