import { Link } from "react-router";
import { Bar } from "~/components/ui/bar";
import { Table } from "~/components/ui/table";
import type { HostingStatus } from "../../../db/schema";
import type { ResourceBar } from "../hosting";
import { PlanStatus } from "./plan-status";

export interface ListedPlan {
	readonly id: string;
	readonly name: string;
	readonly type: "web" | "email";
	readonly domain: string | null;
	readonly status: HostingStatus;
	readonly expires: string;
	readonly bars: readonly ResourceBar[];
}

/** The overview's short list: the first two resources of each plan. */
export function HostingTable({ plans }: { plans: readonly ListedPlan[] }) {
	return (
		<Table caption="Hosting plans">
			<thead>
				<tr>
					<th scope="col">Plan</th>
					<th scope="col">Status</th>
					<th scope="col">Usage</th>
					<th scope="col">Renews</th>
					<th scope="col">
						<span className="sr-only">Details</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{plans.map(({ id, name, type, domain, status, expires, bars }) => (
					<tr key={id}>
						<th scope="row">
							<span>
								<span className="block font-display font-semibold">{name}</span>
								{domain && <span className="block break-all text-sm font-normal text-muted">{domain}</span>}
							</span>
						</th>
						<td data-label="Status">
							<PlanStatus status={status} />
						</td>
						<td data-label="Usage">
							<ul className="grid min-w-40 gap-2 text-start">
								{bars.slice(0, 2).map((bar) => (
									<li key={bar.name}>
										<ResourceLine bar={bar} />
									</li>
								))}
							</ul>
						</td>
						<td data-label="Renews">
							<span className="whitespace-nowrap">{expires}</span>
						</td>
						<td>
							<Link to={`/dashboard/hosting?tab=${type}&open=${id}`} className="link inline-flex min-h-11 items-center">
								Details<span className="sr-only"> of {name}</span>
							</Link>
						</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}

export function ResourceLine({ bar: { name, text, percent, tone } }: { bar: ResourceBar }) {
	return (
		<>
			<span className="flex justify-between gap-3 text-sm">
				<span>{name}</span>
				<span className="tabular-nums text-muted">{text}</span>
			</span>
			<Bar percent={percent} tone={tone} className="mt-1" />
		</>
	);
}
