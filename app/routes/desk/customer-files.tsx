import { pageTitle } from "~/components/layout/page-title";
import { CustomerFiles } from "~/features/customers/components/customer-files";
import { fileRow } from "~/features/customers/customer-view";
import { customerRowsSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-files";

export const handle = { desk: { view: "customers.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Files · Customer") }];

/** Each kind of file is listed for whoever may see what it belongs to. */
export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const query = customerRowsSchema.parse(paramsOf(url));
	const [, { items, next }] = await asStaff(context, handle, ({ customers }, session) =>
		customers.files(session, customerId, query),
	);
	return { rows: items.map(fileRow), next };
}

export default function CustomerFilesPage({ loaderData }: Route.ComponentProps) {
	return <CustomerFiles {...loaderData} />;
}
