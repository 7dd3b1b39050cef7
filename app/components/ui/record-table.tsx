import { Fragment, type ReactNode } from "react";
import { Table } from "./table";

export interface Column<Row> {
	readonly name: string;
	readonly cell: (row: Row) => ReactNode;
	/** What a card says before the value, when it is not the column's name. */
	readonly label?: (row: Row) => string;
	readonly sorted?: "ascending" | "descending" | undefined;
	readonly className?: string;
}

interface RecordTableProps<Row> {
	caption: string;
	/** The first names the row. */
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	/** The last cell: what can be done with the row. Its name is for screen readers. */
	action?: Pick<Column<Row>, "name" | "cell">;
	/** What stands below a row, over its whole width. */
	details?: (row: Row) => ReactNode;
}

/** A list of records, one row each; below 768 px one card each. */
export function RecordTable<Row extends { readonly id: string }>({
	caption,
	columns,
	rows,
	action,
	details,
}: RecordTableProps<Row>) {
	const [head, ...others] = columns;
	return (
		<Table caption={caption}>
			<thead>
				<tr>
					{columns.map(({ name, sorted, className }) => (
						<th key={name} scope="col" aria-sort={sorted} className={className}>
							{name}
						</th>
					))}
					{action && (
						<th scope="col">
							<span className="sr-only">{action.name}</span>
						</th>
					)}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => {
					const below = details?.(row);
					return (
						<Fragment key={row.id}>
							<tr id={row.id}>
								<th scope="row">{head?.cell(row)}</th>
								{others.map(({ name, cell, label, className }) => (
									<td key={name} data-label={label?.(row) ?? name} className={className}>
										{cell(row)}
									</td>
								))}
								{action && <td>{action.cell(row)}</td>}
							</tr>
							{below && (
								<tr>
									<td colSpan={columns.length + (action ? 1 : 0)}>{below}</td>
								</tr>
							)}
						</Fragment>
					);
				})}
			</tbody>
		</Table>
	);
}
