import { href, useSearchParams } from "react-router";
import { FilterForm } from "~/components/forms/filter-form";
import { ListHeading, ListTools } from "~/components/layout/portal/list-heading";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/dialog-link";
import { EmptyState } from "~/components/ui/empty-state";
import { ExpandableList } from "~/components/ui/expandable-list";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import { Stat } from "~/components/ui/stat";
import { withParams } from "~/lib/address";
import { portalPages } from "~/portal-pages";
import { type HostingSort, hostingTabs } from "../hosting";
import type { HostingListQuery } from "../hosting.schema";
import type { PlanOffer } from "../offers";
import type { PlanRow } from "../plan-row";
import { AddPlan } from "./add-plan";
import { planColumns } from "./plan-columns";
import { PlanDetails } from "./plan-details";

const { label, lead } = portalPages.hosting;

interface HostingManagementProps {
	query: HostingListQuery;
	stats: { total: number; active: number; renewals: number };
	plans: readonly PlanRow[];
	next: string | null;
	offers: readonly PlanOffer[];
}

const sortNames: Readonly<Record<Exclude<HostingSort, "created">, string>> = {
	name: "Plan, A to Z",
	"-name": "Plan, Z to A",
	expires: "Renews first",
	"-expires": "Renews last",
};

const columns = planColumns<PlanRow>({ name: "Price", cell: ({ price }) => price });

export function HostingManagement({ query, stats, plans, next, offers }: HostingManagementProps) {
	const [params] = useSearchParams();
	const tabs = hostingTabs.map(({ id, label }) => ({
		id,
		label,
		href: withParams(params, { tab: id === "web" ? null : id, after: null, previous: null, open: null }),
	}));
	const filtered = query.q !== "" || params.has("after");
	const searchable = plans.length > 0 || filtered;
	const add = (
		<DialogLink href={href("/dashboard/hosting/add")} label="Add Hosting" short="Add" title="Add New Hosting Plan">
			<AddPlan offers={offers} />
		</DialogLink>
	);
	return (
		<div className="list-page">
			<ListHeading title={label} lead={lead} tools={searchable} filtered={query.q !== "" || query.sort !== "created"}>
				{add}
			</ListHeading>
			<dl className="grid grid-cols-3 gap-4 max-md:hidden">
				<Stat label="Total Hosting Plans" value={stats.total} />
				<Stat label="Active Plans" value={stats.active} />
				<Stat label="Renewals This Month" value={stats.renewals} />
			</dl>
			<LinkTabs label="Plans by type" tabs={tabs} current={query.tab} />
			{searchable && (
				<ListTools label="Search and sort">
					<FilterForm
						label="Hosting plans"
						searchLabel="Search by plan or domain"
						q={query.q}
						maxLength={253}
						otherParams={{ tab: query.tab === "web" ? undefined : query.tab }}
						choices={[
							{
								...{ label: "Sort by", name: "sort", all: "Oldest first" },
								value: query.sort === "created" ? undefined : query.sort,
								options: Object.entries(sortNames).map(([value, text]) => ({ value, text })),
							},
						]}
					/>
				</ListTools>
			)}
			{plans.length > 0 ? (
				<ExpandableList
					caption="Hosting plans"
					columns={columns}
					rows={plans}
					sort={query.sort}
					open={query.open}
					details={(plan) => <PlanDetails plan={plan} />}
				/>
			) : (
				<Card>
					<EmptyState
						icon={query.tab === "web" ? "server" : "mail"}
						title={filtered ? "No plans found" : "No hosting plans yet"}
						action={
							filtered ? undefined : (
								<RouteButton to={href("/dashboard/hosting/add")} variant="secondary">
									See the plans
								</RouteButton>
							)
						}
					>
						{filtered
							? "Try part of the plan's name or domain, or the other tab."
							: "Choose a plan. We set it up within minutes after you pay."}
					</EmptyState>
				</Card>
			)}
			<Pager next={next} />
		</div>
	);
}
