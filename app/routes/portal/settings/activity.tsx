import { pageTitle } from "~/components/layout/page-title";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Pager } from "~/components/ui/pager";
import { servicesContext } from "~/context";
import { activityListSchema } from "~/features/activity/activity.schema";
import { ActivityList } from "~/features/activity/components/activity-list";
import { listActivity } from "~/features/activity/list-activity";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/activity";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Activity") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { after } = activityListSchema.parse(paramsOf(url));
	const [customer, page] = await asCustomer(context, ({ activity }, owner) => activity.list(owner, after));
	const now = context.get(servicesContext).clock();
	return { entries: page.items.map((entry) => listActivity(entry, customer, now)), next: page.next };
}

export default function Activity({ loaderData: { entries, next } }: Route.ComponentProps) {
	return (
		<div className="grid max-w-3xl gap-4">
			<Card as="section" aria-labelledby="activity-title">
				<Heading level={2} size="sm" id="activity-title">
					What happened in your account
				</Heading>
				{entries.length > 0 ? (
					<ActivityList entries={entries} />
				) : (
					<p className="mt-2 text-muted">Nothing yet. Every change you or we make here is written down on this page.</p>
				)}
			</Card>
			<Pager next={next} />
		</div>
	);
}
