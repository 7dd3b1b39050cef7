import { href } from "react-router";
import { Table } from "~/components/ui/table";
import { getPlan, priceTag, productTitle } from "../catalog";
import { plansPage } from "../chosen-plan";

const steps = [
	{ when: "A first website", planId: "package-starter" },
	{ when: "Several sites, daily email", planId: "shared-business" },
	{ when: "An application, a busy shop", planId: "vps-starter" },
	{ when: "Work that must not wait", planId: "vps-enterprise" },
	{ when: "Customers of your own", planId: "reseller-starter" },
].map(({ when, planId }) => ({ when, plan: getPlan(planId) }));

/** Which plan fits which size, smallest first. */
export function GrowthTable() {
	return (
		<Table caption="Which plan fits which size">
			<thead>
				<tr>
					<th scope="col">Where you are</th>
					<th scope="col">What fits</th>
					<th scope="col">From</th>
				</tr>
			</thead>
			<tbody>
				{steps.map(({ when, plan }) => (
					<tr key={plan.id}>
						<th scope="row">{when}</th>
						<td data-label="What fits">
							<a className="link" href={plansPage(plan)}>
								{productTitle(plan)}
							</a>
						</td>
						<td data-label="From" className="whitespace-nowrap">
							{priceTag(plan)}
						</td>
					</tr>
				))}
				<tr>
					<th scope="row">More than one machine holds</th>
					<td data-label="What fits">
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
