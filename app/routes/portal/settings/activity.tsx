import { data } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { actorNames } from "~/features/activity/activity";
import { activityListSchema } from "~/features/activity/activity.schema";
import { ActivityPage, ArchivedActivityPage } from "~/features/activity/components/activity-page";
import { listActivity } from "~/features/activity/list-activity";
import { listArchived } from "~/features/archive/list-archived";
import { paramsOf } from "~/lib/address";
import { failureInit } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/activity";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Activity") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { month, ...query } = activityListSchema.parse(paramsOf(url));
	const { archive, clock } = context.get(servicesContext);
	const now = clock();
	if (month !== undefined) {
		const customer = await customerOf(context);
		const found = await archive.page(customer.id, "activity", { month, after: query.after });
		const archived = listArchived(found, customer, (entry) => listActivity(entry, customer, now));
		return data({ archived, recent: null }, failureInit(archived.failure));
	}
	const [customer, page] = await asCustomer(context, ({ activity }, owner) => activity.list(owner, query));
	const entries = page.items.map((entry) => listActivity(entry, customer, now));
	const hasOlder = page.next === null && (await archive.hasOlder(customer, "activity"));
	return data({ archived: null, recent: { query, names: actorNames(customer), entries, next: page.next, hasOlder } });
}

export default function Activity({ loaderData: { archived, recent } }: Route.ComponentProps) {
	return archived ? <ArchivedActivityPage archive={archived} /> : <ActivityPage {...recent} />;
}
