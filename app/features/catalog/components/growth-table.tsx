import { Table } from "~/components/ui/table";
import { formatMoney, type Money } from "~/lib/money";
import { defaultTerm, termName, unitPrice } from "../catalog";
import { hostingPackages } from "../hosting-packages";
import type { Plan } from "../product";
import { resellerPlans } from "../reseller-plans";
import { sharedPlans } from "../shared-plans";
import { vpsPlans } from "../vps-plans";

const steps: readonly { when: string; fits: string; href: string; plan: Plan | undefined }[] = [
	{ when: "A first website", fits: "Starter package", href: "/hosting#packages", plan: hostingPackages[0] },
	{ when: "Several sites, daily e-mail", fits: "Business Hosting", href: "/hosting/web#plans", plan: sharedPlans[1] },
	{ when: "An application, a busy shop", fits: "Starter VPS", href: "/hosting/vps#plans", plan: vpsPlans[0] },
	{ when: "Work that must not wait", fits: "Enterprise VPS", href: "/hosting/vps#plans", plan: vpsPlans[2] },
	{ when: "Customers of your own", fits: "Starter Reseller", href: "/hosting/reseller#plans", plan: resellerPlans[0] },
];

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
				{steps.map(({ when, fits, href, plan }) => (
					<tr key={fits}>
						<th scope="row">{when}</th>
						<td data-label="What fits">
							<a className="link" href={href}>
								{fits}
							</a>
						</td>
						<td data-label="From">{plan && priceOf(plan)}</td>
					</tr>
				))}
				<tr>
					<th scope="row">More than one machine holds</th>
					<td data-label="What fits">
						<a className="link" href="/contact">
							Dedicated server
						</a>
					</td>
					<td data-label="From">By quote</td>
				</tr>
			</tbody>
		</Table>
	);
}

function priceOf(plan: Plan): string {
	const term = defaultTerm(plan);
	return `${formatMoney(unitPrice(plan, term) as Money)} ${termName[term]}`;
}
