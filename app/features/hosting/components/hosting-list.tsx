import { Fragment } from "react";
import { Card } from "~/components/ui/card";
import { RowToggle } from "~/components/ui/row-toggle";
import { Table } from "~/components/ui/table";
import type { PlanRow } from "../plan-row";
import { PlanDetails } from "./plan-details";
import { PlanStatus } from "./plan-status";

export function HostingList({ plans, open }: { plans: readonly PlanRow[]; open: string | undefined }) {
	return (
		<Card className="py-1 sm:py-2">
			<Table caption="Hosting plans" className="rows-middle">
				<thead>
					<tr>
						<th scope="col">Plan</th>
						<th scope="col">Status</th>
						<th scope="col">Renews</th>
						<th scope="col">Price</th>
						<th scope="col">
							<span className="sr-only">Details</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{plans.map((plan) => (
						<Fragment key={plan.id}>
							<tr>
								<th scope="row">
									<span>
										<span className="block font-display font-semibold">{plan.name}</span>
										{plan.domain && (
											<span className="block break-all text-sm font-normal text-muted">{plan.domain}</span>
										)}
									</span>
								</th>
								<td data-label="Status">
									<PlanStatus status={plan.status} />
								</td>
								<td data-label="Renews">{plan.expires}</td>
								<td data-label="Price">{plan.price}</td>
								<td>
									<RowToggle id={plan.id} open={open === plan.id} subject={plan.name} />
								</td>
							</tr>
							{open === plan.id && (
								<tr className="row-details">
									<td colSpan={5}>
										<PlanDetails plan={plan} />
									</td>
								</tr>
							)}
						</Fragment>
					))}
				</tbody>
			</Table>
		</Card>
	);
}
