import { useSearchParams } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { withParams } from "~/lib/address";
import type { DomainRow } from "../domain-row";
import { type DomainCounts, type DomainSort, type DomainTab, domainTabs } from "../portfolio";
import type { DnsRecord } from "./dns-records";
import { DomainFilter } from "./domain-filter";
import { DomainList } from "./domain-list";

interface DomainManagementProps {
	query: { tab: DomainTab; q: string; sort: DomainSort; open?: string | undefined };
	counts: DomainCounts;
	domains: readonly DomainRow[];
	next: string | null;
	records: readonly DnsRecord[];
}

export function DomainManagement({ query, counts, domains, next, records }: DomainManagementProps) {
	const [params] = useSearchParams();
	const register = <ButtonLink href="/domains/search">Register Domain</ButtonLink>;
	if (counts.all === 0) {
		return (
			<div className="grid gap-6">
				<PageHeading title="Domains" />
				<Card>
					<EmptyState icon="globe" title="Your first name is waiting" action={register}>
						Names you register or move here are listed with their state, the day they expire and their DNS.
					</EmptyState>
				</Card>
			</div>
		);
	}
	const tabs = domainTabs.map(({ id, label }) => ({
		id,
		label,
		count: counts[id],
		href: withParams(params, { tab: id === "all" ? null : id, after: null, open: null }),
	}));
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Domains" lead="Names, when they expire, and where they point.">
				{register}
			</PageHeading>
			<LinkTabs label="Domains by state" tabs={tabs} current={query.tab} />
			<DomainFilter tab={query.tab} q={query.q} sort={query.sort} />
			{domains.length > 0 ? (
				<DomainList domains={domains} open={query.open} records={records} sort={query.sort} />
			) : (
				<Card>
					<EmptyState
						icon="search"
						title="No domain fits"
						action={
							<ButtonLink href="/dashboard/domains" variant="secondary">
								Show all domains
							</ButtonLink>
						}
					>
						{query.q ? `Nothing here has “${query.q}” in its name.` : "No domain is in this state."}
					</EmptyState>
				</Card>
			)}
			<Pager next={next} />
		</div>
	);
}
