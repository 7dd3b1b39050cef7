import { type ReactNode, useId, useRef } from "react";
import { Form, href, Link, useLoaderData, useSearchParams } from "react-router";
import { ErrorText } from "~/components/forms/error-text";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import type { IconName } from "~/components/ui/icon-names";
import { ListCard } from "~/components/ui/list-card";
import { Pager } from "~/components/ui/pager";
import { type Column, RecordTable, type Selectable } from "~/components/ui/record-table";
import { RouteButton } from "~/components/ui/route-button";
import type { InvalidFilters } from "~/lib/filters";
import { shortened } from "~/lib/shortened";
import { SavedViewBar } from "./saved-view-bar";
import { useRowKeys } from "./use-row-keys";

/** A filter of a list, kept in the address. */
export interface DeskFilter {
	readonly label: string;
	/** The query parameter. */
	readonly name: string;
	readonly value: string | undefined;
	readonly type?: "search" | "text" | "date";
	/** Makes it a choice. The empty option is `all`. */
	readonly options?: readonly { readonly value: string; readonly text: string }[];
	readonly all?: string;
	/** Chooses one of several lists, so that an empty list is not the result of a filter. */
	readonly choosesList?: boolean;
	readonly maxLength?: number;
	readonly placeholder?: string;
}

interface DeskListProps<Row> {
	/** The name of the list, for screen readers. */
	label: string;
	/** The first names the row. Give it a link with the class `row-link`: then the whole row and the Enter key open it. */
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	/** Cursor of the next page. */
	next: string | null;
	filters?: readonly DeskFilter[];
	/** Query parameters that the filters keep. */
	hidden?: Readonly<Record<string, string | undefined>>;
	/** The current order, if the columns have one. */
	sort?: string;
	/** Address of the list as CSV, without its query. It gets the filters of the list. */
	csv?: string | undefined;
	/** Whether the page filters the list in another way than `filters`. */
	isFiltered?: boolean;
	empty: { readonly icon: IconName; readonly title: string; readonly text: ReactNode };
	/** Shown in the last column. */
	action?: Pick<Column<Row>, "name" | "cell">;
	/** Below an open row, or null. */
	details?: (row: Row) => ReactNode;
	/** Adds a checkbox to each row. The page shows what to do with them in a SelectionBar. */
	select?: Selectable<Row> | undefined;
	/** More keys than those of every list, for the line below the list. */
	keys?: readonly (readonly [key: string, use: string])[];
}

/** What is wrong with the filters in the address. The loader of each list says so with `deskListPage`. */
function useInvalidFilters(): InvalidFilters {
	const page = useLoaderData() as { readonly invalid?: InvalidFilters | null } | undefined;
	return page?.invalid ?? {};
}

/** A list of the desk: filters, a table of 44 px rows (two lines on a phone), pages, keys j, k and Enter, and CSV. */
export function DeskList<Row extends { readonly id: string }>(props: DeskListProps<Row>) {
	const {
		label,
		columns,
		rows,
		next,
		filters = [],
		hidden,
		sort,
		csv,
		empty,
		action,
		details,
		keys,
		select,
		isFiltered = false,
	} = props;
	const [params] = useSearchParams();
	const table = useRef<HTMLDivElement>(null);
	useRowKeys(table, rows.map(({ id }) => id).join());
	const invalid = useInvalidFilters();
	const isInvalid = Object.keys(invalid).length > 0;
	// Choices that are links or buttons have no field.
	const others = Object.keys(invalid).filter((name) => !filters.some((filter) => filter.name === name));
	const hasViews = filters.length > 0 && !isInvalid;
	const filtered = isInvalid || isFiltered || filters.some(({ value, choosesList }) => value && !choosesList);
	const chosen = filters.flatMap(({ name, value, choosesList }) => (choosesList && value ? [[name, value]] : []));
	return (
		<section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
			{hasViews && <SavedViewBar />}
			{filters.length > 0 ? (
				<DeskFilters
					label={label}
					filters={filters}
					hidden={{ ...hidden, sort: params.get("sort") ?? undefined }}
					csv={csv && `${csv}${queryOf(params)}`}
				/>
			) : (
				csv && (
					<div className="flex justify-end">
						<CsvLink href={`${csv}${queryOf(params)}`} />
					</div>
				)
			)}
			{others.map((name) => (
				<Alert
					key={name}
					tone="danger"
					title={`“${shortened(params.get(name) ?? "", 40)}” is not valid for “${name}” in the address.`}
				/>
			))}
			{rows.length > 0 ? (
				<div ref={table}>
					<ListCard>
						<RecordTable
							caption={label}
							columns={columns}
							rows={rows}
							action={action}
							details={details}
							select={select}
							sort={sort}
							twoLines
						/>
					</ListCard>
					{keys && <KeyHints keys={keys} />}
				</div>
			) : filtered || params.has("after") ? (
				<EmptyState
					icon={empty.icon}
					title="No results"
					action={
						<RouteButton to={`?${new URLSearchParams(chosen)}`} variant="secondary">
							Remove the filters
						</RouteButton>
					}
				>
					{isInvalid ? "A filter is invalid, so nothing is listed." : "Nothing matches these filters."}
				</EmptyState>
			) : (
				<EmptyState icon={empty.icon} title={empty.title}>
					{empty.text}
				</EmptyState>
			)}
			<Pager next={next} />
		</section>
	);
}

/** The keys of the list, where there is a keyboard. */
const KeyHints = ({ keys }: { keys: readonly (readonly [key: string, use: string])[] }) => (
	<p className="desk-keys mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
		{[["j k", "next, previous"] as const, ["Enter", "open"] as const, ...keys].map(([key, use]) => (
			<span key={key}>
				<kbd>{key}</kbd> {use}
			</span>
		))}
	</p>
);

const queryOf = (params: URLSearchParams): string => {
	const filters = new URLSearchParams(params);
	filters.delete("after");
	return filters.size > 0 ? `?${filters}` : "";
};

const control =
	"block min-h-11 w-full min-w-0 rounded-field border border-edge bg-surface px-3 text-base font-normal text-ink hover:border-ink aria-invalid:border-2 aria-invalid:border-danger";

interface CsvLinkProps {
	href: string;
	/** What the file has, for screen readers, if the page has several. */
	of?: string;
}

export const CsvLink = ({ href, of }: CsvLinkProps) => (
	<ButtonLink href={href} variant="secondary" className="md:ms-auto" aria-label={of && `CSV: ${of}`} download>
		CSV
	</ButtonLink>
);

/** The form of a list or report that changes its filters. */
export function DeskFilters({
	label,
	filters,
	hidden = {},
	csv,
}: {
	label: string;
	filters: readonly DeskFilter[];
	/** Query parameters that the filters keep. */
	hidden?: Readonly<Record<string, string | undefined>>;
	/** Address of what is shown as CSV, with its query. */
	csv?: string | undefined;
}) {
	const id = useId();
	const [params] = useSearchParams();
	const invalid = useInvalidFilters();
	return (
		<Form
			method="get"
			// Shows the filters of the address after going back.
			key={filters.map(({ name, value }) => value ?? params.get(name)).join("\n")}
			role="search"
			aria-label={label}
			className="desk-filters"
		>
			<HiddenFields values={hidden} />
			{filters.map((filter) => (
				<FilterField
					key={filter.name}
					id={`${id}-${filter.name}`}
					filter={filter}
					error={invalid[filter.name]}
					typed={params.get(filter.name) ?? ""}
				/>
			))}
			<Button type="submit" variant="secondary">
				Show
			</Button>
			{csv && Object.keys(invalid).length === 0 && <CsvLink href={csv} />}
		</Form>
	);
}

interface FilterFieldProps {
	id: string;
	filter: DeskFilter;
	/** Why the value in the address is invalid. */
	error: string | undefined;
	/** That value. */
	typed: string;
}

function FilterField({ id, filter, error, typed }: FilterFieldProps) {
	const { label, name, value = "", type = "text", options, all = "All", maxLength = 100, placeholder } = filter;
	const errorId = `${id}-error`;
	const shared = { id, name, className: control, ...(error && { "aria-invalid": true, "aria-describedby": errorId }) };
	const isShown = !options && type !== "date";
	return (
		<div>
			<label htmlFor={id}>{label}</label>
			{options ? (
				<select {...shared} defaultValue={value}>
					<option value="">{all}</option>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.text}
						</option>
					))}
				</select>
			) : (
				<input
					{...shared}
					type={type}
					defaultValue={error && isShown ? typed : value}
					maxLength={type === "date" ? undefined : maxLength}
					placeholder={placeholder}
					data-list-search={type === "search" ? "" : undefined}
				/>
			)}
			{error && (
				<ErrorText id={errorId}>{isShown ? error : `“${shortened(typed, 40)}” is not valid. ${error}`}</ErrorText>
			)}
		</div>
	);
}

interface RowLinkProps {
	to: string;
	note?: ReactNode;
	/** Whether its details are open, if the link opens and closes them. */
	expanded?: boolean;
	children: ReactNode;
}

/** The name of a row, which opens its page, with a note below. */
export function RowLink({ to, note, expanded, children }: RowLinkProps) {
	return (
		<span className="row-name">
			<span className="row-text md:inline-block md:min-w-28">
				<Link
					to={to}
					aria-expanded={expanded}
					preventScrollReset={expanded !== undefined}
					replace={expanded !== undefined}
					className="row-link font-semibold wrap-anywhere"
				>
					{children}
				</Link>
				{note && <span className="row-remark text-sm font-normal text-muted wrap-anywhere">{note}</span>}
			</span>
		</span>
	);
}

/** A time or an amount in a list. */
export const unbroken = (text: string) => <span className="whitespace-nowrap">{text}</span>;

/** The customer of a row. Above the link of the row. */
export const customerLink = ({ customerId, customer }: { customerId: string; customer: string }) => (
	<Link
		className="relative z-1 link wrap-anywhere md:inline-block md:min-w-20"
		to={href("/desk/customers/:customerId", { customerId })}
	>
		{customer}
	</Link>
);
