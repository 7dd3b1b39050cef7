import { Icon } from "~/components/ui/icon";
import { Table } from "~/components/ui/table";
import { formatMoney } from "~/lib/money";
import { plansOf, unitPrice } from "../catalog";
import type { Plan } from "../product";

type Cell = string | boolean;

const compared: readonly { label: string; cell: (plan: Plan) => Cell }[] = [
	{ label: "Websites", cell: ({ resources }) => String(resources?.websites) },
	{ label: "Storage", cell: ({ resources }) => (resources?.diskGb ? `${resources.diskGb} GB` : false) },
	{ label: "Mailboxes", cell: ({ resources }) => String(resources?.emailAccounts) },
	{ label: "By the month", cell: (plan) => priceText(plan, "monthly") },
	{ label: "By the year", cell: (plan) => priceText(plan, "annual") },
	{ label: "Free domain, first year", cell: (plan) => (plan.freeDomain ? "With annual billing" : false) },
];

function priceText(plan: Plan, term: "monthly" | "annual"): Cell {
	const price = unitPrice(plan, term);
	return price ? formatMoney(price) : false;
}

/** The pricing page's plans, feature by feature. */
export function PlanComparison() {
	const plans = plansOf("pricing");
	// What the plans differ in. The page lists the rest once, for all plans.
	const rows = compared.filter(({ cell }) => new Set(plans.map(cell)).size > 1);
	return (
		<Table caption="What each plan includes" slim className="table-compare">
			<thead>
				<tr>
					<th scope="col">Feature</th>
					{plans.map(({ id, name }) => (
						<th key={id} scope="col">
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ label, cell }) => (
					<tr key={label}>
						<th scope="row">{label}</th>
						{plans.map((plan) => (
							<td key={plan.id}>
								<Value of={cell(plan)} />
							</td>
						))}
					</tr>
				))}
			</tbody>
		</Table>
	);
}

function Value({ of }: { of: Cell }) {
	if (typeof of === "string") return of;
	return of ? (
		<span className="text-lake">
			<Icon name="check" />
			<span className="sr-only">Included</span>
		</span>
	) : (
		<span className="text-muted">
			–<span className="sr-only"> Not included</span>
		</span>
	);
}
