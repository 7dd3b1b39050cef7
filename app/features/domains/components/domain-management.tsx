import { href, useSearchParams } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import type { RecordRow } from "~/features/dns/zone-view";
import { withParams } from "~/lib/address";
import type { Failure } from "~/lib/result";
import { portalPages } from "~/portal-pages";
import type { DomainRow } from "../domain-row";
import { type DomainCounts, domainTabs } from "../portfolio";
import type { DomainListQuery } from "../portfolio.schema";
import { DomainFilter } from "./domain-filter";
import { DomainList } from "./domain-list";
import { RefreshButton } from "./refresh-button";
import { RegisterDialog } from "./register-dialog";

const { label, lead } = portalPages.domains;

interface DomainManagementProps {
	query: DomainListQuery;
	extensions: readonly string[];
	/** How many had changed, right after the registries were asked. */
	refreshed: number | undefined;
	counts: DomainCounts;
	domains: readonly DomainRow[];
	next: string | null;
	records: readonly RecordRow[];
	failure?: Failure | undefined;
}

export function DomainManagement({
	query,
	extensions,
	refreshed,
	counts,
	domains,
	next,
	records,
	failure,
}: DomainManagementProps) {
	const [params] = useSearchParams();
	if (counts.all === 0) return <NoDomains />;
	const csv = withParams(params, { after: null, open: null, refreshed: null });
	const tabs = domainTabs.map(({ id, label }) => ({
		id,
		label,
		count: counts[id],
		href: withParams(params, { tab: id === "all" ? null : id, after: null, open: null, refreshed: null }),
	}));
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title={label} lead={lead}>
				<RefreshButton />
				<ButtonLink
					href={`${href("/dashboard/domains/export.csv")}${csv === "?" ? "" : csv}`}
					variant="secondary"
					download
				>
					<Icon name="download" />
					CSV
				</ButtonLink>
				<RegisterDialog />
			</PageHeading>
			<FormError toast failure={failure} />
			{refreshed !== undefined && (
				<Alert tone="success" role="status" title="The registries were asked.">
					{refreshed === 0 ? "Everything here is as they say." : `${refreshed} of these domains had changed.`}
				</Alert>
			)}
			<LinkTabs label="Domains by state" tabs={tabs} current={query.tab} />
			<DomainFilter query={query} extensions={extensions} />
			{domains.length > 0 ? (
				<DomainList domains={domains} open={query.open} records={records} sort={query.sort} />
			) : (
				<NoMatches q={query.q} />
			)}
			<Pager next={next} />
		</div>
	);
}

const NoDomains = () => (
	<div className="grid gap-6">
		<PageHeading title="Domains" />
		<Card>
			<EmptyState icon="globe" title="Your first name is waiting" action={<RegisterDialog />}>
				Names you register or move here are listed with their state, the day they expire and their DNS.{" "}
				<a href={href("/transfer")} className="link">
					Move a name here that you have elsewhere.
				</a>
			</EmptyState>
		</Card>
	</div>
);

const NoMatches = ({ q }: Pick<DomainListQuery, "q">) => (
	<Card>
		<EmptyState
			icon="search"
			title="No domain fits"
			action={
				<ButtonLink href={href("/dashboard/domains")} variant="secondary">
					Show all domains
				</ButtonLink>
			}
		>
			{q ? `Nothing here has “${q}” in its name.` : "No domain is in this state and fits the filters."}
		</EmptyState>
	</Card>
);
