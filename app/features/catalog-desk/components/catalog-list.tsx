import { Fragment, type ReactNode } from "react";
import { href } from "react-router";
import { UploadForm } from "~/components/forms/upload-form";
import { ButtonLink } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Disclosure } from "~/components/ui/disclosure";
import type { Column } from "~/components/ui/record-table";
import { Status } from "~/components/ui/status";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { EntriesQuery } from "../catalog-desk.schema";
import type { EntryRow } from "../catalog-view";
import { entryKinds, kindNames } from "../kind-names";
import type { MarkupView } from "../markup";
import { AddEntry, type AddEntryProps, AddExtension } from "./add-entry";
import { MarkupForm } from "./cost-card";

interface CatalogListProps {
	query: EntriesQuery;
	rows: readonly EntryRow[];
	/** Null for other kinds than extensions. */
	markup: MarkupView | null;
	/** The form that adds an entry of this kind. Null for kinds that are not added with it. */
	newEntry: Pick<AddEntryProps, "kind" | "fields"> | null;
	/** How many products the draft changes. */
	changed: number;
	mayEdit: boolean;
	answer: DeskAnswer | undefined;
}

/** Every price and text, by kind. */
export function CatalogList({ query, rows, markup, newEntry, changed, mayEdit, answer }: CatalogListProps) {
	const isText = query.kind === "testimonial" || query.kind === "announcement";
	return (
		<DeskPage
			title="Prices and texts"
			lead="Changes are a draft until someone publishes them. Open invoices keep their prices."
			actions={changed > 0 && <ChangesLink changed={changed} />}
		>
			<DeskList
				label={kindNames[query.kind]}
				rows={rows}
				next={null}
				csv={isText ? undefined : href("/desk/catalogue/prices.csv")}
				filters={[
					{
						label: "Kind",
						name: "kind",
						value: query.kind,
						choosesList: true,
						all: kindNames.extension,
						options: entryKinds.slice(1).map((value) => ({ value, text: kindNames[value] })),
					},
					{ label: "Name", name: "q", type: "search", value: query.q },
				]}
				columns={
					isText
						? textColumns
						: [
								{
									name: "Product",
									cell: ({ id, name }) => (
										<RowLink to={href("/desk/catalogue/prices/:key", { key: id })}>{name}</RowLink>
									),
								},
								{
									name: query.kind === "extension" ? "First year" : "Price",
									place: "row-meta",
									// A phone has no room for the other column.
									cell: ({ shillings, dollars }) => (
										<>
											<span className={cx(shillings === null && "max-md:hidden")}>{prices(shillings)}</span>
											{shillings === null && <span className="md:hidden">{prices(dollars)}</span>}
										</>
									),
								},
								{ name: "USD", cell: ({ dollars }) => prices(dollars) },
								...(query.kind === "extension"
									? [{ name: "Renewal", cell: ({ renewal }: EntryRow) => unbroken(renewal) }]
									: []),
								...(query.kind === "rules"
									? []
									: [
											{ name: "Cost", cell: ({ costs }: EntryRow) => texts(costs) },
											{ name: "Margin", cell: ({ margins }: EntryRow) => texts(margins) },
										]),
								...(markup?.summary ? [{ name: "Suggested", cell: SuggestedPrices }] : []),
								...(query.kind === "hardware"
									? [{ name: "In stock", cell: ({ pieces }: EntryRow) => unbroken(pieces) }]
									: []),
								{ name: "State", place: "row-state", cell: EntryState },
							]
				}
				empty={
					isText
						? {
								icon: "message-circle",
								title: `No ${kindNames[query.kind].toLowerCase()}`,
								text: "Add the first one below.",
							}
						: { icon: "tag", title: "No products", text: "Products of this kind are listed here." }
				}
			/>
			{mayEdit && newEntry && <AddEntry {...newEntry} answer={answer} />}
			{mayEdit && markup && <MarkupForm markup={markup} answer={answer} />}
			{mayEdit && query.kind === "extension" && <AddExtension answer={answer} />}
			{mayEdit && !isText && <ImportPrices answer={answer} />}
		</DeskPage>
	);
}

const SuggestedPrices = ({ suggested, hasOtherSuggestions }: EntryRow): ReactNode =>
	hasOtherSuggestions ? "Other prices" : texts(suggested);

/** The prices of each term. They are converted from the other currency if there are none. */
const prices = (found: readonly string[] | null): ReactNode => (found === null ? "Converted" : texts(found));

/** Breaks before a bracket and after a comma only: "−Ksh 735 (−147%)", "$9.50, sandbox". */
const Wrapping = ({ text }: { text: string }) =>
	text
		.replace(/ (?=\()/g, "\n")
		.replace(/, /g, ",\n")
		.split("\n")
		.map((part, index) => (
			<Fragment key={part}>
				{index > 0 && " "}
				{unbroken(part)}
			</Fragment>
		));

const texts = (found: readonly string[]): ReactNode =>
	found.length === 0
		? "–"
		: found.map((text, index) => (
				<Fragment key={text}>
					{index > 0 && ", "}
					<Wrapping text={text} />
				</Fragment>
			));

const ChangesLink = ({ changed }: { changed: number }) => (
	<ButtonLink href={href("/desk/catalogue/changes")} size="sm">
		{changed === 1 ? "1 change to publish" : `${changed} changes to publish`}
	</ButtonLink>
);

const textColumns: readonly Column<EntryRow>[] = [
	{
		name: "Name",
		cell: ({ id, name }) => <RowLink to={href("/desk/catalogue/prices/:key", { key: id })}>{name}</RowLink>,
	},
	{
		name: "Text",
		place: "row-note",
		cell: ({ text }) => <span className="block max-w-md truncate">{text?.text}</span>,
	},
	{ name: "Shown", place: "row-meta", cell: ({ text }) => text?.where },
	{ name: "State", place: "row-state", cell: EntryState },
];

function EntryState({
	text,
	isLoss,
	isChanged,
	isNew,
	isPlanned,
	isRemoved,
	isOver,
	isRetired,
	isOut,
	isLow,
}: EntryRow) {
	if (isRemoved) return <Status tone="pending">Removed</Status>;
	if (isOver) return <Status tone="neutral">Ended</Status>;
	if (text && !isChanged && !isPlanned) return <Status tone="success">Published</Status>;
	if (isLoss) return <Status tone="danger">Below cost</Status>;
	if (isPlanned && !isChanged) return <Status tone="info">Planned</Status>;
	if (isChanged) return <Status tone="pending">{isNew ? "Not published" : "Changed"}</Status>;
	if (isRetired) return <Status tone="neutral">No longer sold</Status>;
	if (isOut) return <Status tone="neutral">Out of stock</Status>;
	return isLow ? <Status tone="pending">Few left</Status> : <Status tone="success">On sale</Status>;
}

function ImportPrices({ answer }: { answer: DeskAnswer | undefined }) {
	const failure = answer?.intent === "import" ? answer.failure : undefined;
	return (
		<Disclosure icon="upload" title="Import prices and costs" open={failure !== undefined}>
			<UploadForm
				intent="import"
				failure={failure}
				accept=".csv,text/csv"
				hint="CSV as the button above exports it. Products that the file leaves out stay as they are. Prices go into the draft, and costs of products apply at once. Costs of extensions come from the registrars, so a file can't change them."
				submit="Import into the draft"
				className="pt-2"
			/>
		</Disclosure>
	);
}
