import { href } from "react-router";
import { Table } from "~/components/ui/table";
import { findSoldPlan, priceTag, productTitle } from "../catalog";
import { plansPage } from "../chosen-plan";

const steps = [
	{ when: "A first website", planId: "package-starter" },
	{ when: "Several sites, daily email", planId: "shared-business" },
	{ when: "An application, a busy shop", planId: "vps-starter" },
	{ when: "Systems that must stay fast", planId: "vps-enterprise" },
	{ when: "Hosting for your own customers", planId: "reseller-starter" },
];

/** Which plan fits which size, smallest first. */
export function GrowthTable() {
	const rows = steps.flatMap(({ when, planId }) => {
		const plan = findSoldPlan(planId);
		return plan ? [{ when, plan }] : [];
	});
	return (
		<Table caption="Which plan fits which size">
			<thead>
				<tr>
					<th scope="col">What you need</th>
					<th scope="col">Plan</th>
					<th scope="col">From</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ when, plan }) => (
					<tr key={plan.id}>
						<th scope="row">{when}</th>
						<td data-label="Plan">
							<a className="link" href={plansPage(plan)}>
								{productTitle(plan)}
							</a>
						</td>
						<td data-label="From" className="md:whitespace-nowrap">
							{priceTag(plan)}
						</td>
					</tr>
				))}
				<tr>
					<th scope="row">More than one server can handle</th>
					<td data-label="Plan">
						<a className="link" href={href("/contact")}>
							Dedicated server
						</a>
					</td>
					<td data-label="From">By quote</td>
				</tr>
			</tbody>
		</Table>
	);
}
