import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { BackLink } from "~/components/ui/back-link";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import { monthsKept } from "../archive";
import type { ArchivedView } from "../list-archived";

interface ArchivedListProps {
	archive: ArchivedView<unknown>;
	/** The link to the list of newer entries. */
	back: string;
	/** The entries. */
	children: ReactNode;
}

/** Archived entries by month, with links to the other months. */
export function ArchivedList({ archive, back, children }: ArchivedListProps) {
	const { search } = useLocation();
	const { failure, title, month, months, years, items, next } = archive;
	return (
		<>
			<BackLink to="?">{back}</BackLink>
			{failure && (
				<Card role="alert">
					<EmptyState
						icon="circle-alert"
						title="Older entries are not available"
						action={
							<RouteButton to={search} variant="secondary">
								Try again
							</RouteButton>
						}
					>
						{failure.message}
					</EmptyState>
				</Card>
			)}
			{years.length > 1 && <LinkTabs label="Years" tabs={years} current={month.slice(0, 4)} />}
			{months.length > 0 && <LinkTabs label="Months" tabs={months} current={month} />}
			{!failure && items.length === 0 && (
				<Card>
					<EmptyState icon="clock" title={title === null ? "No older entries" : "No entries in this month"}>
						Entries move here after {monthsKept} months.
					</EmptyState>
				</Card>
			)}
			{items.length > 0 && children}
			<Pager next={next} />
		</>
	);
}
