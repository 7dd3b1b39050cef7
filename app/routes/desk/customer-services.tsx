import { pageTitle } from "~/components/layout/page-title";
import { CustomerServices } from "~/features/customers/components/customer-rows";
import { addonRowView, domainRow, planRow } from "~/features/customers/customer-view";
import { servicesSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-services";

export const handle = { desk: { view: "services.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Services · Customer") }];

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const query = servicesSchema.parse(paramsOf(url));
	const [, [domains, plans, addons]] = await asStaff(context, handle, ({ customers }, session) =>
		Promise.all([
			customers.domains(session, customerId, query),
			customers.plans(session, customerId, query),
			customers.addons(session, customerId, query),
		]),
	);
	return {
		show: query.show,
		domains: { rows: domains.items.map(domainRow), next: domains.next },
		plans: { rows: plans.items.map(planRow), next: plans.next },
		addons: { rows: addons.items.map(addonRowView), next: addons.next },
	};
}

export default function CustomerServicesPage({ loaderData }: Route.ComponentProps) {
	return <CustomerServices {...loaderData} />;
}
