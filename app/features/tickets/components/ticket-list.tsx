import { href, Link, useSearchParams } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { ListCard } from "~/components/ui/list-card";
import { Pager } from "~/components/ui/pager";
import { RecordTable } from "~/components/ui/record-table";
import { RouteButton } from "~/components/ui/route-button";
import { withParams } from "~/lib/address";
import type { ListedTicketView } from "../ticket-view";
import type { TicketListQuery } from "../tickets.schema";
import { TicketState } from "./ticket-state";

interface TicketListProps {
	query: TicketListQuery;
	tickets: readonly ListedTicketView[];
	next: string | null;
}

const tabs = { all: "All", open: "Open", closed: "Closed" } as const;

/** The customer's requests for help. */
export function TicketList({ query: { tab }, tickets, next }: TicketListProps) {
	const [params] = useSearchParams();
	const isFiltered = tab !== "all" || params.has("after");
	const newTicket = <RouteButton to={href("/dashboard/support/new")}>Write to us</RouteButton>;
	return (
		<div className="list-page">
			<PageHeading title="Support" lead="Your questions to our team, and our answers.">
				{newTicket}
			</PageHeading>
			{(tickets.length > 0 || isFiltered) && (
				<LinkTabs
					label="Tickets by state"
					current={tab}
					tabs={Object.entries(tabs).map(([id, label]) => ({
						id,
						label,
						href: withParams(params, { tab: id === "all" ? null : id, after: null, previous: null }),
					}))}
				/>
			)}
			{tickets.length > 0 ? (
				<ListCard>
					<RecordTable
						caption="Tickets"
						rows={tickets}
						columns={[
							{
								name: "Subject",
								cell: ({ id, subject }) => (
									<Link
										to={href("/dashboard/support/:ticketId", { ticketId: id })}
										className="row-link row-text link-alone font-semibold wrap-anywhere max-md:min-h-0"
									>
										{subject}
									</Link>
								),
							},
							{ name: "Number", className: "whitespace-nowrap", cell: ({ number }) => number },
							{
								name: "Changed",
								place: "row-meta",
								className: "whitespace-nowrap",
								cell: ({ changed }) => changed,
							},
							{ name: "State", place: "row-note", cell: (ticket) => <TicketState {...ticket} /> },
						]}
						twoLines
					/>
				</ListCard>
			) : (
				<Card>
					{isFiltered ? (
						<EmptyState
							icon="headset"
							title="No tickets here"
							action={
								<RouteButton to={href("/dashboard/support")} variant="secondary">
									Show all tickets
								</RouteButton>
							}
						>
							No tickets have this state.
						</EmptyState>
					) : (
						<EmptyState icon="headset" title="No tickets yet" action={newTicket}>
							Write to us if something does not work or you have a question. You'll find our answer here and in your
							email.
						</EmptyState>
					)}
				</Card>
			)}
			<Pager next={next} />
		</div>
	);
}
