import { href, useSearchParams } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SelectionBar } from "~/components/forms/selection-bar";
import { ListHeading, ListTools } from "~/components/layout/portal/list-heading";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import type { RecordRow } from "~/features/dns/zone-view";
import { withParams } from "~/lib/address";
import type { Failure } from "~/lib/result";
import { portalPages } from "~/portal-pages";
import type { DomainRow } from "../domain-row";
import type { OfferView } from "../offer-view";
import { type DomainCounts, domainTabs } from "../portfolio";
import type { DomainListQuery } from "../portfolio.schema";
import { changeNames, selectedChanges } from "../selected-domains";
import { DomainFilter } from "./domain-filter";
import { DomainList } from "./domain-list";
import { RefreshButton } from "./refresh-button";
import { RegisterDialog } from "./register-dialog";

const { label, lead } = portalPages.domains;

interface DomainManagementProps {
	query: DomainListQuery;
	extensions: readonly string[];
	counts: DomainCounts;
	domains: readonly DomainRow[];
	next: string | null;
	records: readonly RecordRow[];
	/** Domains that other customers offer. */
	offered: readonly OfferView[];
	failure?: Failure | undefined;
}

export function DomainManagement({
	query,
	extensions,
	counts,
	domains,
	next,
	records,
	offered,
	failure,
}: DomainManagementProps) {
	const [params] = useSearchParams();
	if (counts.all === 0) return <NoDomains offered={offered} />;
	const filtered = Boolean(query.q || query.tld || query.due || query.renew) || query.sort !== "name";
	const csv = withParams(params, { after: null, previous: null, open: null, select: null });
	const selecting = params.has("select");
	const tabs = domainTabs.map(({ id, label }) => ({
		id,
		label,
		count: counts[id],
		href: withParams(params, {
			tab: id === "all" ? null : id,
			after: null,
			previous: null,
			open: null,
		}),
	}));
	return (
		<div className="list-page" data-selecting={selecting || undefined}>
			<ListHeading title={label} lead={lead} tools filtered={filtered}>
				<RegisterDialog />
			</ListHeading>
			<OfferedDomains offered={offered} />
			<FormError toast failure={failure} />
			<LinkTabs label="Domains by status" tabs={tabs} current={query.tab} />
			<ListTools
				label="Search, filter and export"
				buttons={
					<>
						<RefreshButton />
						{domains.length > 0 && (
							<RouteButton
								to={withParams(params, { select: "1", open: null })}
								variant="secondary"
								replace
								className="md:hidden"
							>
								<Icon name="circle-check" />
								Select
							</RouteButton>
						)}
						<ButtonLink
							href={`${href("/dashboard/domains/export.csv")}${csv === "?" ? "" : csv}`}
							variant="secondary"
							download
						>
							<Icon name="download" />
							CSV
						</ButtonLink>
					</>
				}
			>
				<DomainFilter query={query} extensions={extensions} />
			</ListTools>
			{domains.length > 0 ? (
				<>
					<DomainList domains={domains} open={query.open} records={records} sort={query.sort} />
					<SelectionBar
						action={href("/dashboard/domains/selected")}
						choices={selectedChanges.map((value) => ({ value, text: changeNames[value] }))}
						filters={{ tab: query.tab, q: query.q || undefined, tld: query.tld, due: query.due, renew: query.renew }}
						doneHref={selecting ? withParams(params, { select: null }) : undefined}
					/>
				</>
			) : (
				<NoMatches q={query.q} />
			)}
			<Pager next={next} />
		</div>
	);
}

const NoDomains = ({ offered }: Pick<DomainManagementProps, "offered">) => (
	<div className="grid gap-6">
		<PageHeading title="Domains" />
		<OfferedDomains offered={offered} />
		<Card>
			<EmptyState icon="globe" title="No domains yet" action={<RegisterDialog />}>
				Domains that you register or transfer to us appear here.{" "}
				<a href={href("/transfer")} className="link">
					Transfer a domain to us.
				</a>
			</EmptyState>
		</Card>
	</div>
);

const NoMatches = ({ q }: Pick<DomainListQuery, "q">) => (
	<Card>
		<EmptyState
			icon="search"
			title="No matching domains"
			action={
				<ButtonLink href={href("/dashboard/domains")} variant="secondary">
					Show all domains
				</ButtonLink>
			}
		>
			{q ? `No results for “${q}”.` : "No domain in this tab matches the filters."}
		</EmptyState>
	</Card>
);

/** Domains that other customers offer. Not in the module of their page, so that the list loads no form. */
const OfferedDomains = ({ offered }: { offered: readonly OfferView[] }) =>
	offered.map(({ id, name, sender, until }) => (
		<Alert
			key={id}
			tone="info"
			title={<span className="wrap-anywhere">{`${sender?.name ?? "Another customer"} offers you ${name}.`}</span>}
		>
			<div className="grid justify-items-start gap-3">
				<p>Accept or refuse it until {until}.</p>
				<RouteButton to={href("/dashboard/domains/offers/:pushId", { pushId: id })} variant="secondary" size="sm">
					See the offer<span className="sr-only"> of {name}</span>
				</RouteButton>
			</div>
		</Alert>
	));
