import { Link, useNavigation, useSearchParams } from "react-router";
import { FilterForm } from "~/components/forms/filter-form";
import { RowAction } from "~/components/forms/row-action";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { RecordTable } from "~/components/ui/record-table";
import { RouteButton } from "~/components/ui/route-button";
import { withParams } from "~/lib/address";
import { recordTypes } from "../record";
import type { RecordRow, ZoneView } from "../zone-view";
import { recordColumns } from "./record-columns";

/** Records with edit and delete actions. A record disappears as soon as its deletion is submitted. */
export function ZoneRecords({ zone }: { zone: ZoneView }) {
	const { formData } = useNavigation();
	const { type, q } = zone.filter;
	const deletedId = formData?.get("intent") === "delete" ? formData.get("recordId") : null;
	const records = zone.records.filter(({ id }) => id !== deletedId);
	if (zone.total === 0) {
		return (
			<Card>
				<EmptyState
					icon="globe"
					title="No records yet"
					action={
						<RouteButton to="../dns/templates" relative="path" variant="secondary">
							Use a template
						</RouteButton>
					}
				>
					{zone.domain} doesn't point anywhere yet. Start from a template, or add a record above.
				</EmptyState>
			</Card>
		);
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			{(zone.total >= filteredFrom || q !== "" || type) && <ZoneFilterForm type={type} q={q} />}
			<Card className="py-1 sm:py-2">
				{records.length > 0 ? (
					<RecordTable
						caption={`DNS records of ${zone.domain}`}
						columns={recordColumns}
						rows={records}
						action={{ name: "Change", cell: (record) => <RecordActions record={record} version={zone.version} /> }}
					/>
				) : (
					<EmptyState
						icon="search"
						title="No matching records"
						action={
							<RouteButton to="?" variant="secondary">
								Show all records
							</RouteButton>
						}
					>
						Search for part of a name or value, or choose all types.
					</EmptyState>
				)}
			</Card>
			<Pager next={zone.next} />
		</div>
	);
}

/** Number of records from which the filter is shown. */
const filteredFrom = 12;

const ZoneFilterForm = ({ type, q }: ZoneView["filter"]) => (
	<FilterForm
		label="DNS records"
		searchLabel="Search by name or value"
		q={q}
		choices={[
			{
				...{ label: "Type", name: "type", value: type, all: "All" },
				options: recordTypes.map((one) => ({ value: one, text: one })),
			},
		]}
	/>
);

function RecordActions({ record: { id, label }, version }: { record: RecordRow; version: number }) {
	const [params] = useSearchParams();
	return (
		<div className="flex items-center gap-x-4 md:justify-end">
			<Link to={`${withParams(params, { edit: id, add: null, done: null })}#record-form`} className="link-alone">
				Edit<span className="sr-only"> {label}</span>
			</Link>
			<RowAction change={{ intent: "delete", version, recordId: id }} subject={label} danger>
				Delete
			</RowAction>
		</div>
	);
}
