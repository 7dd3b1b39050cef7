import { Fragment, type ReactNode } from "react";
import { cx } from "./cx";
import { SortLink, sortedBy } from "./sort-link";
import { Table } from "./table";

export interface Column<Row> {
	readonly name: string;
	readonly cell: (row: Row) => ReactNode;
	/** The label in the card layout, if it differs from the column's name. */
	readonly label?: (row: Row) => string;
	/** Where the cell is in a row of two lines, which has no room for the others. */
	readonly place?: "row-note" | "row-state" | "row-meta" | undefined;
	/** In a table with `sort`: the order that the column's name links to first. Then it alternates with the reverse. */
	readonly sort?: string;
	readonly className?: string;
}

export interface Selectable<Row> {
	/** Id of the form that sends the ids of the selected rows. */
	readonly form: string;
	/** Name of the field. */
	readonly name: string;
	/** What the row is about, for screen readers. */
	readonly subject: (row: Row) => string;
}

interface RecordTableProps<Row> {
	caption: string;
	/** The first names the row. */
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	/** The last column, with the row's action. Its name is for screen readers. */
	action?: Pick<Column<Row>, "name" | "cell">;
	/** Content in a full-width row below, or null. */
	details?: (row: Row) => ReactNode;
	/** Adds a checkbox to each row. On phones only below an element with `data-selecting`. */
	select?: Selectable<Row> | undefined;
	/** The current order. */
	sort?: string | undefined;
	/** Below 768 px a row has two lines, 72 px high, with the cells that have a place. */
	twoLines?: boolean;
}

/** A table with one row per record. Below 768 px each row becomes a card, or has two lines. */
export function RecordTable<Row extends { readonly id: string }>({
	caption,
	columns,
	rows,
	action,
	details,
	select,
	sort,
	twoLines = false,
}: RecordTableProps<Row>) {
	const [head, ...others] = columns;
	const titled = columns.some(({ place }) => place === "row-note");
	return (
		<Table caption={caption} twoLines={twoLines}>
			<thead>
				<tr>
					{select && (
						<th scope="col" className="row-select">
							<Checkbox form={select.form} name="all" value="on" label="Select all in this list" />
						</th>
					)}
					{columns.map((column) => (
						<th
							key={column.name}
							scope="col"
							aria-sort={sort === undefined ? undefined : sortedBy(column, sort)}
							className={column.className}
						>
							{sort !== undefined && column.sort ? (
								<SortLink name={column.name} first={column.sort} current={sort} />
							) : (
								column.name
							)}
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
							<tr id={row.id} className="row">
								{select && (
									<td className="row-select">
										<Checkbox
											form={select.form}
											name={select.name}
											value={row.id}
											label={`Select ${select.subject(row)}`}
										/>
									</td>
								)}
								<th scope="row" className={titled ? "row-title" : undefined}>
									{head?.cell(row)}
								</th>
								{others.map(({ name, cell, label, place, className }) => (
									<td key={name} data-label={label?.(row) ?? name} className={cx(place, className)}>
										{cell(row)}
									</td>
								))}
								{action && <td className="row-action">{action.cell(row)}</td>}
							</tr>
							{below && (
								<tr className="row-details">
									<td colSpan={columns.length + (action ? 1 : 0) + (select ? 1 : 0)}>{below}</td>
								</tr>
							)}
						</Fragment>
					);
				})}
			</tbody>
		</Table>
	);
}

const Checkbox = ({ label, ...input }: { form: string; name: string; value: string; label: string }) => (
	<label>
		<span className="sr-only">{label}</span>
		<input type="checkbox" className="size-5" {...input} />
	</label>
);
