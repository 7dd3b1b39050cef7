import { href } from "react-router";
import { selectionForm } from "~/components/forms/selection-bar";
import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { PlanChange } from "~/features/bulk-actions/bulk-action";
import { changeNames } from "~/features/bulk-actions/bulk-texts";
import { customerLink, type DeskFilter, DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import type { ListedPlan } from "../plan-view";
import { expiryOptions, planFilterOptions } from "../service-filters";
import type { PlansQuery } from "../services-desk.schema";
import { SelectablePage } from "./selectable-page";

interface PlanDeskListProps {
	query: PlansQuery;
	rows: readonly ListedPlan[];
	next: string | null;
	/** Names of the hosting servers. */
	servers: readonly string[];
	/** Every plan that is sold. */
	products: readonly { readonly value: string; readonly text: string }[];
	/** What the person may do with selected plans. */
	changes: readonly PlanChange[];
	/** Whether the person may download the list. */
	canExport: boolean;
}

const tones: Readonly<Record<string, Tone>> = {
	Active: "success",
	Pending: "pending",
	Cancelled: "info",
	"Suspended, not paid": "danger",
	"Suspended by us": "danger",
};

export const PlanState = ({ state }: { state: string }) => <Status tone={tones[state] ?? "neutral"}>{state}</Status>;

export function PlanDeskList({ query, rows, next, servers, products, changes, canExport }: PlanDeskListProps) {
	const serverFilter: DeskFilter = {
		...{ label: "Server", name: "server", value: query.server },
		options: servers.map((value) => ({ value, text: value })),
	};
	return (
		<SelectablePage
			title="Hosting"
			action={changes.length > 0 && rows.length > 0 ? href("/desk/hosting/selected") : null}
			choices={changes.map((value) => ({ value, text: changeNames[value] }))}
			filters={{
				...{ q: query.q || undefined, status: query.status, server: query.server },
				...{ plan: query.plan, within: query.within },
			}}
		>
			<DeskList
				label="Hosting plans"
				csv={canExport ? href("/desk/hosting.csv") : undefined}
				rows={rows}
				next={next}
				select={
					changes.length > 0
						? {
								form: selectionForm,
								name: "row",
								subject: ({ name, domain }) => (domain ? `${name}, ${domain}` : name),
							}
						: undefined
				}
				filters={[
					{ label: "Domain", name: "q", type: "search", value: query.q },
					{
						label: "Status",
						name: "status",
						value: query.status,
						all: query.q || query.server ? "All" : "Active",
						options: planFilterOptions,
					},
					...(servers.length > 0 ? [serverFilter] : []),
					{ label: "Plan", name: "plan", value: query.plan, options: products },
					{ label: "Expires within", name: "within", value: query.within, all: "Any time", options: expiryOptions },
				]}
				columns={[
					{
						name: "Plan",
						cell: ({ id, name, domain }) => (
							<RowLink to={href("/desk/hosting/:planId", { planId: id })} note={domain}>
								{name}
							</RowLink>
						),
					},
					{ name: "Customer", place: "row-note", cell: customerLink },
					{ name: "Server", cell: ({ server }) => server },
					{ name: "Paid until", place: "row-meta", cell: ({ expires }) => unbroken(expires) },
					{ name: "Status", place: "row-state", cell: ({ state }) => <PlanState state={state} /> },
				]}
				empty={{ icon: "server", title: "No plans yet", text: "Hosting plans of all customers are listed here." }}
			/>
		</SelectablePage>
	);
}
