import { Link } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { TitledCard } from "~/components/ui/titled-card";
import { Cloth } from "~/features/domains/components/cloth";
import type { HitGroup } from "../search-view";

export function SearchResults({ q, groups }: { q: string; groups: readonly HitGroup[] }) {
	const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
	const found = groups.some(({ more }) => more) ? `The first ${count} results` : `${count} results`;
	const lead = q
		? `${count === 1 ? "One result" : found} for “${q}”`
		: "Search your domains, plans, projects and invoices.";
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Search" lead={lead} />
			{!q && (
				<Card>
					<EmptyState icon="search" title="What are you looking for?">
						Enter part of the name of a domain, plan, project or client, or of an invoice number. Press / on any page to
						search.
					</EmptyState>
				</Card>
			)}
			{q && count === 0 && (
				<Card>
					<EmptyState icon="search" title="No results">
						Try part of the name of a domain, plan or project, or of an invoice number.
					</EmptyState>
				</Card>
			)}
			{groups.map(({ title, hits, more }) => (
				<TitledCard key={title} title={title}>
					<ul className="divide-y divide-line">
						{hits.map((hit) => (
							<li key={hit.id} className="relative flex min-h-12 items-center gap-x-3 py-2">
								{hit.cloth && <Cloth {...hit.cloth} size="small" />}
								<span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
									<Link
										to={hit.href}
										className="min-w-0 wrap-anywhere font-semibold text-ink underline-offset-4 after:absolute after:inset-0 hover:underline"
									>
										{hit.title}
									</Link>
									<span className="text-sm text-muted">{hit.note}</span>
								</span>
							</li>
						))}
					</ul>
					{more && (
						<Link to={more} className="link-alone justify-self-start">
							See all in {title}
						</Link>
					)}
				</TitledCard>
			))}
		</div>
	);
}
