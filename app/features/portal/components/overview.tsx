import { href } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { ButtonLink } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { ActivityList } from "~/features/activity/components/activity-list";
import { DomainsTable } from "~/features/domains/components/domains-table";
import { HostingTable } from "~/features/hosting/components/hosting-table";
import { BillingChart } from "~/features/invoices/components/billing-chart";
import { InvoiceTable } from "~/features/invoices/components/invoice-table";
import { UnfinishedJobs } from "~/features/orders/components/unfinished-jobs";
import { ProjectsTable } from "~/features/projects/components/projects-table";
import { portalPages } from "~/portal-pages";
import type { OverviewView } from "../overview-view";
import { EmptyPanel } from "./empty-panel";
import { Panel } from "./panel";
import { QuickActions } from "./quick-actions";
import { SummaryCards } from "./summary-cards";
import { Welcome } from "./welcome";

export function Overview({ view }: { view: OverviewView }) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title={view.greeting}
				lead={view.isNew ? "This is where you run your domains, hosting and projects." : portalPages.overview.lead}
			/>
			{view.isNew && <Welcome />}
			<SummaryCards cards={view.cards} />
			{view.jobs.length > 0 && (
				<Panel title="Being set up">
					<UnfinishedJobs jobs={view.jobs} />
				</Panel>
			)}
			{view.unpaid.length > 0 && (
				<Panel
					title="Invoices to Pay"
					more={{ href: `${href("/dashboard/invoices")}?tab=open`, label: "All open invoices" }}
				>
					<InvoiceTable caption="Invoices to pay" invoices={view.unpaid} />
				</Panel>
			)}
			<div
				className={cx(
					"grid grid-cols-[minmax(0,1fr)] gap-6",
					view.chart && "xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]",
				)}
			>
				<Panel title="Billing Summary" more={{ href: href("/dashboard/invoices"), label: "Invoices" }}>
					{view.chart ? (
						<BillingChart {...view.chart} />
					) : (
						<EmptyPanel>No invoices this year. This chart shows what you were invoiced each month.</EmptyPanel>
					)}
				</Panel>
				<QuickActions />
			</div>
			<Panel title="Your Domains" more={{ href: href("/dashboard/domains"), label: "All domains" }}>
				{view.domains.length > 0 ? (
					<DomainsTable domains={view.domains} />
				) : (
					<EmptyPanel action={<SmallLink href={href("/domains/search")}>Find a domain</SmallLink>}>
						No domains yet. Domains you register are listed here with their expiry date.
					</EmptyPanel>
				)}
			</Panel>
			<Panel title="Hosting Plans" more={{ href: href("/dashboard/hosting"), label: "All plans" }}>
				{view.plans.length > 0 ? (
					<HostingTable plans={view.plans} />
				) : (
					<EmptyPanel action={<SmallLink href={href("/dashboard/hosting/add")}>See the plans</SmallLink>}>
						No hosting plans yet. You'll see the usage of your plans here.
					</EmptyPanel>
				)}
			</Panel>
			<Panel title="Software Projects" more={{ href: href("/dashboard/projects"), label: "All projects" }}>
				{view.projects.length > 0 ? (
					<ProjectsTable projects={view.projects} />
				) : (
					<EmptyPanel action={<SmallLink href={href("/dashboard/projects/new")}>Start a project</SmallLink>}>
						No projects yet. When we build something for you, you can follow its progress here.
					</EmptyPanel>
				)}
			</Panel>
			<Panel
				title="Recent Activity"
				more={{ href: href("/dashboard/account-settings/activity"), label: "All activity" }}
			>
				{view.activity.length > 0 ? (
					<ActivityList entries={view.activity} />
				) : (
					<EmptyPanel>Changes that you or our team make to your account are listed here.</EmptyPanel>
				)}
			</Panel>
		</div>
	);
}

const SmallLink = ({ href, children }: { href: string; children: string }) => (
	<ButtonLink href={href} variant="secondary" size="sm">
		{children}
	</ButtonLink>
);
