import type { ReactNode } from "react";
import { ListCard } from "./list-card";
import { type Column, RecordTable, type Selectable } from "./record-table";
import { RowToggle } from "./row-toggle";

interface ExpandableListProps<Row> {
	caption: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	select?: Selectable<Row>;
	/** The current order. */
	sort?: string;
	/** Id of the open row, from the query string. */
	open: string | undefined;
	details: (row: Row) => ReactNode;
}

/** A list with at most one expanded row. The query string says which. */
export function ExpandableList<Row extends { readonly id: string; readonly name: string }>({
	caption,
	columns,
	rows,
	select,
	sort,
	open,
	details,
}: ExpandableListProps<Row>) {
	return (
		<ListCard>
			<RecordTable
				twoLines
				caption={caption}
				columns={columns}
				rows={rows}
				select={select}
				sort={sort}
				action={{
					name: "Details",
					cell: ({ id, name }) => <RowToggle id={id} open={open === id} subject={name} />,
				}}
				details={(row) => (row.id === open ? details(row) : null)}
			/>
		</ListCard>
	);
}
