import { href } from "react-router";
import { selectionForm } from "~/components/forms/selection-bar";
import { domainChanges } from "~/features/bulk-actions/bulk-action";
import { changeNames } from "~/features/bulk-actions/bulk-texts";
import { customerLink, DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DomainStatus } from "~/features/domains/components/domain-status";
import type { ListedDomain } from "../domain-view";
import { domainFilterOptions, expiryOptions } from "../service-filters";
import type { DomainsQuery } from "../services-desk.schema";
import { SelectablePage } from "./selectable-page";

interface DomainDeskListProps {
	query: DomainsQuery;
	rows: readonly ListedDomain[];
	next: string | null;
	/** The registrars that are configured. */
	registrars: readonly string[];
	mayChange: boolean;
	/** Whether the person may download the list. */
	canExport: boolean;
}

export const DomainDeskList = ({ query, rows, next, registrars, mayChange, canExport }: DomainDeskListProps) => (
	<SelectablePage
		title="Domains"
		action={mayChange && rows.length > 0 ? href("/desk/domains/selected") : null}
		choices={domainChanges.map((value) => ({ value, text: changeNames[value] }))}
		filters={{
			...{ q: query.q || undefined, status: query.status, registrar: query.registrar },
			...{ tld: query.tld, within: query.within },
		}}
	>
		<DeskList
			label="Domains"
			csv={canExport ? href("/desk/domains.csv") : undefined}
			select={mayChange ? { form: selectionForm, name: "row", subject: ({ name }) => name } : undefined}
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
				{ name: "Expires", place: "row-meta", cell: ({ expires }) => unbroken(expires) },
				{ name: "Status", place: "row-state", cell: ({ status }) => <DomainStatus status={status} /> },
			]}
			empty={{ icon: "globe", title: "No domains yet", text: "Domains of all customers are listed here." }}
		/>
	</SelectablePage>
);
