import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { accountPlans } from "~/features/catalog/account-plans";
import { AddPlan } from "~/features/hosting/components/add-plan";
import { listPlanOffers } from "~/features/hosting/offers";
import { customerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/add-hosting";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Add New Hosting Plan") }];

export async function loader({ context }: Route.LoaderArgs) {
	const { currency } = await customerOf(context);
	return { offers: listPlanOffers(accountPlans(currency), currency) };
}

export default function AddHosting({ loaderData }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Add New Hosting Plan"
				lead="Ready within minutes of payment."
				back={{ to: href("/dashboard/hosting"), label: "All hosting plans" }}
			/>
			<Card>
				<AddPlan offers={loaderData.offers} />
			</Card>
		</div>
	);
}
