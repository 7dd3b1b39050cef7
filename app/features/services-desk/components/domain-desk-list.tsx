import { href, Link } from "react-router";
import { DeskList, RowLink } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { DomainStatus } from "~/features/domains/components/domain-status";
import type { ListedDomain } from "../domain-view";
import { domainFilterOptions, expiryOptions } from "../service-filters";
import type { DomainsQuery } from "../services-desk.schema";

interface DomainDeskListProps {
	query: DomainsQuery;
	rows: readonly ListedDomain[];
	next: string | null;
	/** The registrars that are configured. */
	registrars: readonly string[];
}

export const customerLink = ({ customerId, customer }: { customerId: string; customer: string }) => (
	// Above the link of the row.
	<Link className="relative z-1 link wrap-anywhere" to={href("/desk/customers/:customerId", { customerId })}>
		{customer}
	</Link>
);

export const day = (text: string) => <span className="whitespace-nowrap">{text}</span>;

export const DomainDeskList = ({ query, rows, next, registrars }: DomainDeskListProps) => (
	<DeskPage title="Domains">
		<DeskList
			label="Domains"
			rows={rows}
			next={next}
			filters={[
				{ label: "Name", name: "q", type: "search", value: query.q },
				{ label: "Status", name: "status", value: query.status, all: "Registered", options: domainFilterOptions },
				{
					label: "Registrar",
					name: "registrar",
					value: query.registrar,
					options: registrars.map((value) => ({ value, text: value })),
				},
				{ label: "Extension", name: "tld", value: query.tld, maxLength: 63 },
				{ label: "Expires within", name: "within", value: query.within, all: "Any time", options: expiryOptions },
			]}
			columns={[
				{
					name: "Domain",
					cell: ({ id, name }) => <RowLink to={href("/desk/domains/:domainId", { domainId: id })}>{name}</RowLink>,
				},
				{ name: "Customer", place: "row-note", cell: customerLink },
				{ name: "Registrar", cell: ({ registrar }) => registrar },
				{ name: "Renewal", cell: ({ renews }) => renews },
				{ name: "Expires", place: "row-meta", cell: ({ expires }) => day(expires) },
				{ name: "Status", place: "row-state", cell: ({ status }) => <DomainStatus status={status} /> },
			]}
			empty={{ icon: "globe", title: "No domains yet", text: "Domains of all customers are listed here." }}
		/>
	</DeskPage>
);
