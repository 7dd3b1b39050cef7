import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { activityListSchema } from "~/features/activity/activity.schema";
import { ActivityPage } from "~/features/activity/components/activity-page";
import { listActivity } from "~/features/activity/list-activity";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/activity";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Activity") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = activityListSchema.parse(paramsOf(url));
	const [customer, page] = await asCustomer(context, ({ activity }, owner) => activity.list(owner, query));
	const now = context.get(servicesContext).clock();
	return { query, entries: page.items.map((entry) => listActivity(entry, customer, now)), next: page.next };
}

export default function Activity({ loaderData }: Route.ComponentProps) {
	return <ActivityPage {...loaderData} />;
}
