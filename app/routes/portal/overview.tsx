import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { Overview } from "~/features/portal/components/overview";
import { overviewView } from "~/features/portal/overview-view";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/overview";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Overview") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, found] = await asCustomer(context, (services, owner) => services.overview(owner));
	return overviewView(found, customer, context.get(servicesContext).clock());
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
	return <Overview view={loaderData} />;
}
