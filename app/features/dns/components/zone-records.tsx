import { Form, Link, useNavigation } from "react-router";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { type Column, RecordTable } from "~/components/ui/record-table";
import type { RecordRow, ZoneView } from "../zone-view";

/** The records, each with its way to change and to delete it. A deleted one is gone at once, and can be had back. */
export function ZoneRecords({ zone }: { zone: ZoneView }) {
	const { formData } = useNavigation();
	const leaving = formData?.get("intent") === "delete" ? formData.get("recordId") : null;
	const records = zone.records.filter(({ id }) => id !== leaving);
	if (records.length === 0) {
		return (
			<Card>
				<EmptyState icon="globe" title="No records yet">
					Without records {zone.domain} leads nowhere. Start from a template, or add a record of your own above.
				</EmptyState>
			</Card>
		);
	}
	return (
		<Card className="py-1 sm:py-2">
			<RecordTable
				caption={`DNS records of ${zone.domain}`}
				columns={columns}
				rows={records}
				action={{ name: "Change", cell: (record) => <RecordActions record={record} version={zone.version} /> }}
			/>
		</Card>
	);
}

const columns: readonly Column<RecordRow>[] = [
	{ name: "Type", cell: ({ type }) => type },
	{ name: "Name", cell: ({ name }) => <span className="break-all">{name}</span> },
	{ name: "Value", cell: ({ value }) => <span className="line-clamp-3 break-all">{value}</span> },
	{ name: "TTL", cell: ({ ttl }) => <span className="whitespace-nowrap">{ttl}</span> },
];

function RecordActions({ record: { id, label }, version }: { record: RecordRow; version: number }) {
	return (
		<span className="flex items-center gap-x-4 md:justify-end">
			<Link to={`?edit=${id}#record-form`} className="link inline-flex min-h-11 items-center">
				Edit<span className="sr-only"> {label}</span>
			</Link>
			<Form method="post" preventScrollReset replace>
				<input type="hidden" name="version" value={version} />
				<input type="hidden" name="recordId" value={id} />
				<button
					type="submit"
					name="intent"
					value="delete"
					className="inline-flex min-h-11 items-center font-semibold text-danger hover:underline"
				>
					Delete<span className="sr-only"> {label}</span>
				</button>
			</Form>
		</span>
	);
}
