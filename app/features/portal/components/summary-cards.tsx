import { href } from "react-router";
import { formatCount } from "~/lib/format-count";
import type { OverviewView } from "../overview-view";
import { SummaryCard } from "./summary-card";

export function SummaryCards({ cards: { domains, hosting, projects, pending } }: { cards: OverviewView["cards"] }) {
	return (
		<ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
			<SummaryCard
				label="Active Domains"
				value={`${domains.active}`}
				note={domains.total === 0 ? "No domains yet" : `of ${formatCount(domains.total, "domain")}`}
				icon="globe"
				href={href("/dashboard/domains")}
			/>
			<SummaryCard
				label="Hosting Plans"
				value={`${hosting.total}`}
				note={hosting.total === 0 ? "No plans yet" : `${hosting.active} active`}
				icon="server"
				href={href("/dashboard/hosting")}
			/>
			<SummaryCard
				label="Active Projects"
				value={`${projects.active}`}
				note={projects.total === 0 ? "No projects yet" : `of ${formatCount(projects.total, "project")}`}
				icon="folder-kanban"
				href={href("/dashboard/projects")}
			/>
			<SummaryCard
				label="Pending Invoices"
				value={pending.amount}
				note={pending.count === 0 ? "Nothing to pay" : `${formatCount(pending.count, "invoice")} to pay`}
				icon="receipt"
				href={`${href("/dashboard/invoices")}?tab=open`}
			/>
		</ul>
	);
}
