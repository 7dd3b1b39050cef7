import { pageTitle } from "~/components/layout/page-title";
import { CustomerActivity } from "~/features/customers/components/customer-rows";
import { activityRow } from "~/features/customers/customer-view";
import { customerRowsSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-activity";

export const handle = { desk: { view: "customers.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Activity · Customer") }];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = customerRowsSchema.parse(paramsOf(url));
	const [{ roles }, { items, next }] = await asStaff(context, handle, ({ customers }, session) =>
		customers.activity(session, params.customerId, query),
	);
	return { rows: items.map(activityRow), next, customerId: may(roles, "audit.view") ? params.customerId : null };
}

export default function CustomerActivityPage({ loaderData }: Route.ComponentProps) {
	return <CustomerActivity {...loaderData} />;
}
