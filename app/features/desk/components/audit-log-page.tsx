import { href } from "react-router";
import type { AuditQuery } from "~/features/staff/audit-log.schema";
import type { AuditView } from "~/features/staff/audit-view";
import { DeskList } from "./desk-list";
import { DeskPage } from "./desk-page";

interface AuditLogPageProps {
	query: AuditQuery;
	entries: readonly AuditView[];
	next: string | null;
	/** Everyone at the desk, for the filter. */
	people: readonly { readonly id: string; readonly name: string }[];
	kinds: readonly string[];
	canExport: boolean;
}

export function AuditLogPage({ query, entries, next, people, kinds, canExport }: AuditLogPageProps) {
	return (
		<DeskPage title="Audit log" lead="What staff did. No one can change or delete an entry.">
			<DeskList
				label="Audit log"
				rows={entries}
				next={next}
				csv={canExport ? href("/desk/settings/audit-log.csv") : undefined}
				filters={[
					{
						label: "Person",
						name: "person",
						value: query.person,
						all: "Anyone",
						options: people.map(({ id, name }) => ({ value: id, text: name })),
					},
					{
						label: "Kind",
						name: "kind",
						value: query.kind,
						options: kinds.map((kind) => ({ value: kind, text: kind.replaceAll(/[._]/g, " ") })),
					},
					{
						label: "Subject",
						name: "subject",
						type: "search",
						value: query.subject,
						placeholder: "Id, email, invoice, domain",
					},
					{ label: "From", name: "from", type: "date", value: query.from },
					{ label: "To", name: "to", type: "date", value: query.to },
				]}
				columns={[
					{
						name: "What happened",
						cell: ({ text, reason }) => (
							<span className="row-name">
								<span className="row-text wrap-anywhere font-medium">
									{text}
									{reason && <span className="block text-sm font-normal text-muted">Reason: {reason}</span>}
								</span>
							</span>
						),
					},
					{ name: "Person", place: "row-note", cell: ({ person, place }) => <span title={place}>{person}</span> },
					{ name: "Subject", cell: ({ subject }) => <code className="text-sm break-all">{subject}</code> },
					{ name: "Time", place: "row-meta", cell: ({ at }) => <span className="whitespace-nowrap">{at}</span> },
				]}
				empty={{ icon: "clock", title: "No entries yet", text: "Every change that staff make is listed here." }}
			/>
		</DeskPage>
	);
}
