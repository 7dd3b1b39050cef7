import { href, Link } from "react-router";
import { cx } from "~/components/ui/cx";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { Column } from "~/components/ui/record-table";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { withParams } from "~/lib/address";
import { departmentNames, departments, ticketLimits } from "../ticket";
import type { DeskTicketRow } from "../ticket-view";
import type { TicketList, TicketsQuery } from "../tickets-desk.schema";
import { TicketState } from "./ticket-state";

const lists: Readonly<Record<TicketList, string>> = {
	open: "Open",
	snoozed: "Snoozed",
	waiting: "Waiting for the customer",
	"on-hold": "On hold",
	closed: "Closed",
};

const subjectColumn: Column<DeskTicketRow> = {
	name: "Ticket",
	cell: ({ id, subject, number, tags }) => (
		<RowLink
			to={href("/desk/tickets/:ticketId", { ticketId: id })}
			note={
				<>
					{unbroken(number)}
					{tags && ` · ${tags}`}
				</>
			}
		>
			{subject}
		</RowLink>
	),
};

const senderColumn: Column<DeskTicketRow> = {
	name: "From",
	place: "row-note",
	cell: ({ sender }) =>
		sender.id === null ? (
			<span className="wrap-anywhere">{sender.name}</span>
		) : (
			<Link
				className="relative z-1 link wrap-anywhere md:inline-block md:min-w-20"
				to={href("/desk/customers/:customerId", { customerId: sender.id })}
			>
				{sender.name}
			</Link>
		),
};

const workColumns: readonly Column<DeskTicketRow>[] = [
	{ name: "Department", cell: ({ department }) => department },
	{ name: "With", cell: ({ assignee }) => assignee },
];

const changedColumn: Column<DeskTicketRow> = {
	name: "Changed",
	place: "row-meta",
	cell: ({ changed }) => unbroken(changed),
};

const dueColumn: Column<DeskTicketRow> = {
	name: "Answer by",
	place: "row-meta",
	cell: ({ due, isLate, snoozed }) => (
		<span className={cx("whitespace-nowrap", isLate && "font-semibold text-danger")}>{snoozed ?? due}</span>
	),
};

/** In the second line on a phone, because the subject needs the first. */
const stateColumn: Column<DeskTicketRow> = {
	name: "Status",
	place: "row-meta",
	cell: ({ status, state }) => <TicketState status={status} state={state} staff />,
};

interface DeskTicketListProps {
	query: TicketsQuery;
	rows: readonly DeskTicketRow[];
	next: string | null;
}

/** All tickets, for staff. */
export function DeskTicketList({ query, rows, next }: DeskTicketListProps) {
	const { list, q, mine, department, tag } = query;
	const isOpen = list === "open" || list === "snoozed";
	const address = (to: TicketList) =>
		`${href("/desk/tickets")}${withParams(new URLSearchParams(), {
			list: to === "open" ? null : to,
			mine: mine ? "1" : null,
		})}`;
	return (
		<DeskPage title="Tickets">
			<LinkTabs
				label="Lists"
				current={q === "" ? list : ""}
				tabs={(Object.keys(lists) as TicketList[]).map((id) => ({ id, label: lists[id], href: address(id) }))}
			/>
			<DeskList
				label="Tickets"
				rows={rows}
				next={next}
				hidden={{ list: list === "open" ? undefined : list }}
				filters={[
					{ label: "Number or email", name: "q", type: "search", value: q },
					{
						label: "With",
						name: "mine",
						value: mine ? "1" : "",
						options: [{ value: "1", text: "You" }],
						all: "Anyone",
					},
					{
						label: "Department",
						name: "department",
						value: department,
						options: departmentNames.map((value) => ({ value, text: departments[value].label })),
					},
					{ label: "Tag", name: "tag", value: tag, maxLength: ticketLimits.tag },
				]}
				// The list says the status, unless it is the result of a search.
				columns={[
					subjectColumn,
					senderColumn,
					...(q === "" ? workColumns : workColumns.slice(1)),
					...(q === "" ? [isOpen ? dueColumn : changedColumn] : [{ ...changedColumn, place: undefined }, stateColumn]),
				]}
				isFiltered={list !== "open"}
				empty={{
					icon: "headset",
					title: "No open tickets",
					text: "What customers and visitors write to us is listed here until someone has answered.",
				}}
			/>
		</DeskPage>
	);
}

/** The tickets of one customer. */
export const CustomerTickets = ({ rows, next }: { rows: readonly DeskTicketRow[]; next: string | null }) => (
	<DeskList
		label="Tickets"
		rows={rows}
		next={next}
		columns={[
			subjectColumn,
			...workColumns,
			{ ...changedColumn, cell: ({ changed }) => changed },
			{ ...stateColumn, place: "row-note" },
		]}
		empty={{ icon: "headset", title: "No tickets", text: "This customer has not written to us." }}
	/>
);
