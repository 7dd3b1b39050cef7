import { pageTitle } from "~/components/layout/page-title";
import { portalOffers } from "~/features/catalog/portal-offers";
import { HostingManagement } from "~/features/hosting/components/hosting-management";
import { hostingListSchema } from "~/features/hosting/hosting.schema";
import { offersIn } from "~/features/hosting/offers";
import { planRow } from "~/features/hosting/plan-row";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/hosting";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Hosting") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = hostingListSchema.parse(paramsOf(url));
	const [customer, [summary, page]] = await asCustomer(context, ({ hosting }, owner) =>
		Promise.all([hosting.summary(owner), hosting.list(owner, query)]),
	);
	return {
		query,
		stats: { total: summary.total, active: summary.active, renewals: summary.renewalsIn(customer.timezone) },
		plans: page.items.map((plan) => planRow(plan, customer)),
		next: page.next,
		offers: offersIn(portalOffers, customer.currency),
	};
}

export default function HostingPage({ loaderData }: Route.ComponentProps) {
	return <HostingManagement {...loaderData} />;
}
