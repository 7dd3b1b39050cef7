import { href } from "react-router";
import { EmailAddress } from "~/components/ui/email-address";
import { Status } from "~/components/ui/status";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { accountStatusLabels } from "../customer-labels";
import type { FoundView } from "../customer-view";
import type { CustomerSearch } from "../customers.schema";

interface CustomerListProps {
	query: CustomerSearch;
	customers: readonly FoundView[];
	next: string | null;
	canExport: boolean;
}

export function CustomerList({ query, customers, next, canExport }: CustomerListProps) {
	return (
		<DeskPage
			title="Customers"
			lead="Search for the start of a name, company, email, phone number or domain, or for a whole invoice number, receipt or the last four digits of a card."
		>
			<DeskList
				label="Customers"
				csv={canExport ? href("/desk/customers.csv") : undefined}
				rows={customers}
				next={next}
				filters={[
					{
						label: "Search",
						name: "q",
						type: "search",
						value: query.q,
					},
				]}
				columns={[
					{
						name: "Name",
						cell: ({ id, name, company, found }) => (
							<RowLink to={href("/desk/customers/:customerId", { customerId: id })} note={found ?? company}>
								{name}
							</RowLink>
						),
					},
					{
						name: "Email",
						place: "row-note",
						cell: ({ email }) => (
							<span className="md:inline-block md:min-w-32">
								<EmailAddress address={email} />
							</span>
						),
					},
					{ name: "Phone", cell: ({ phone }) => <span className="whitespace-nowrap">{phone ?? "–"}</span> },
					{ name: "Services", className: "text-end", cell: ({ services }) => services },
					{ name: "Since", place: "row-meta", cell: ({ since }) => unbroken(since) },
					{
						name: "Status",
						place: "row-state",
						cell: ({ status }) => (
							<Status tone={accountStatusLabels[status].tone}>{accountStatusLabels[status].text}</Status>
						),
					},
				]}
				empty={{ icon: "users", title: "No customers yet", text: "Everyone who registers is listed here." }}
			/>
		</DeskPage>
	);
}
