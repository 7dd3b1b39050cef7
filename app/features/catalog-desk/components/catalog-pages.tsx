import { Fragment, type ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { RowAction } from "~/components/forms/row-action";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { UploadForm } from "~/components/forms/upload-form";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Disclosure } from "~/components/ui/disclosure";
import { EmptyState } from "~/components/ui/empty-state";
import type { Column } from "~/components/ui/record-table";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { EntriesQuery } from "../catalog-desk.schema";
import type { ChangesView, EntryRow, EntryView, StockView } from "../catalog-view";
import type { AddedKind } from "../draft";
import type { FieldChange } from "../fields";
import { entryKinds, kindNames } from "../kind-names";
import type { MarkupView } from "../markup";
import { BelowCost, CostCard, MarkupForm } from "./cost-card";
import { StockCard } from "./stock-card";

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
	text.split(/ (?=\()|(?<=,) /).map((part, index) => (
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

const addTitles: Readonly<Record<AddedKind, string>> = {
	plan: "Add a plan",
	addon: "Add an add-on",
	hardware: "Add a device",
	testimonial: "Add a testimonial",
	announcement: "Add an announcement",
};

interface AddEntryProps {
	kind: AddedKind;
	fields: EntryView["fields"];
	answer: DeskAnswer | undefined;
}

/** Adds a product or a text with all its fields. */
const AddEntry = ({ kind, fields, answer }: AddEntryProps) => (
	<AddForm kind={kind} title={addTitles[kind]} answer={answer} className="max-w-3xl">
		{(failure) => (
			<FieldGroups fields={fields} failure={failure}>
				{(field) => (
					<EntryInput
						key={field.name}
						// A checkbox that is off is not sent.
						field={failure ? { ...field, value: answer?.values[field.name]?.[0] ?? "" } : field}
						sent={undefined}
						error={failure?.fields?.[field.name]}
					/>
				)}
			</FieldGroups>
		)}
	</AddForm>
);

interface FieldGroupsProps {
	fields: EntryView["fields"];
	failure: DeskAnswer["failure"] | undefined;
	children: (field: EntryView["fields"][number]) => ReactNode;
}

/** Fields with those of one group together. A group that few entries need is closed, unless a field of it is wrong. */
function FieldGroups({ fields, failure, children }: FieldGroupsProps) {
	const titles = [...new Set(fields.map(({ group }) => group?.title))];
	return (
		<div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
			{titles.map((title) => {
				const own = fields.filter(({ group }) => group?.title === title);
				const inputs = <div className="grid min-w-0 gap-4 sm:grid-cols-2">{own.map(children)}</div>;
				if (title === undefined) return <Fragment key="main">{inputs}</Fragment>;
				if (!own.some(({ group }) => group?.isRare))
					return (
						<fieldset key={title} className="min-w-0 pt-2">
							<legend className="mb-3 font-display text-lg font-semibold">{title}</legend>
							{inputs}
						</fieldset>
					);
				return (
					<Disclosure
						key={title}
						icon="plus"
						title={title}
						open={own.some((field) => failure?.fields?.[field.name] !== undefined)}
					>
						{inputs}
					</Disclosure>
				);
			})}
		</div>
	);
}

const AddExtension = ({ answer }: { answer: DeskAnswer | undefined }) => (
	<AddForm kind="extension" title="Add an extension" answer={answer} className="max-w-xl">
		{(failure) => (
			<Field
				label="Extension"
				name="tld"
				hint="Such as co.ke. Names under it can only be searched if a registrar here sells them."
				defaultValue={answer?.values.tld?.[0]}
				error={failure?.fields?.tld}
				maxLength={63}
				required
			/>
		)}
	</AddForm>
);

interface AddFormProps {
	kind: EntriesQuery["kind"];
	title: string;
	answer: DeskAnswer | undefined;
	/** Sets the width. */
	className: string;
	/** The fields, given the failure of the last try. */
	children: (failure: DeskAnswer["failure"] | undefined) => ReactNode;
}

function AddForm({ kind, title, answer, className, children }: AddFormProps) {
	const busy = useBusy("add");
	const failure = answer?.intent === "add" ? answer.failure : undefined;
	return (
		<Disclosure icon="plus" title={title} open={failure !== undefined}>
			<Form method="post" className={cx("grid gap-4 pt-2", className)}>
				<HiddenFields values={{ intent: "add", kind }} />
				<FormError failure={failure} />
				{children(failure)}
				<div>
					<SubmitButton busy={busy} busyText="Adding...">
						Add to the draft
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
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

interface CatalogEntryProps {
	entry: EntryView;
	/** Null for what is no hardware. */
	stock: StockView | null;
	mayEdit: boolean;
	mayEnterCosts: boolean;
	answer: DeskAnswer | undefined;
}

/** The form of a product. */
export function CatalogEntry({ entry, stock, mayEdit, mayEnterCosts, answer }: CatalogEntryProps) {
	const { label, kind, version, cost, draft } = entry;
	const busy = useBusy("save");
	const failure = answer?.intent === "save" ? answer.failure : undefined;
	return (
		<DeskPage
			title={label}
			back={{ to: `${href("/desk/catalogue/prices")}?kind=${kind}`, label: kindNames[kind] }}
			lead={draft ? `Changed by ${draft.author} on ${draft.at}, not published yet.` : undefined}
		>
			{draft && draft.changes.length > 0 && (
				<TitledCard title="Not published yet">
					<Differences changes={draft.changes} />
					{mayEdit && <DiscardChanges id={entry.key} {...draft} answer={answer} />}
				</TitledCard>
			)}
			{cost && <CostCard cost={cost} mayEnter={mayEnterCosts} mayEdit={mayEdit} answer={answer} />}
			{/* Its forms are closed again after a change. */}
			{stock && <StockCard key={stock.version} stock={stock} mayEdit={mayEdit} answer={answer} />}
			<TitledCard
				title={mayEdit ? "Edit" : "Values"}
				lead={
					entry.fields.some(({ type }) => type === "money")
						? "A price in only one currency is converted to the other at the exchange rate of the catalogue."
						: undefined
				}
			>
				{/* Shows the stored values again once they have changed. */}
				<Form key={version} method="post" className="grid max-w-3xl gap-4" preventScrollReset>
					<HiddenFields values={{ intent: "save", version }} />
					<FormError failure={failure} whole={["version"]} />
					<fieldset disabled={!mayEdit} className="grid min-w-0 gap-4 sm:grid-cols-2">
						{entry.fields.map((field) => (
							<EntryInput
								key={field.name}
								field={field}
								sent={failure && (answer?.values[field.name]?.[0] ?? "")}
								error={failure?.fields?.[field.name]}
							/>
						))}
					</fieldset>
					{mayEdit && (
						<div>
							<SubmitButton busy={busy} busyText="Saving...">
								Save in the draft
							</SubmitButton>
						</div>
					)}
				</Form>
			</TitledCard>
		</DeskPage>
	);
}

function EntryInput({
	field: { name, label, type, hint, value, required, options },
	sent,
	error,
}: {
	field: EntryView["fields"][number];
	/** What was sent, after a failure. */
	sent: string | undefined;
	error: string | undefined;
}) {
	const shown = sent ?? value;
	// What the draft has now, where it is not what was sent.
	const note = sent !== undefined && sent !== value && !error ? `Now in the draft: ${value || "nothing"}` : hint;
	const common = { label, name, error, required, ...(note && { hint: note }) };
	if (type === "flag" || type === "switch")
		return <CheckboxField {...common} value="on" defaultChecked={shown === "on"} className="sm:col-span-2" />;
	if (options)
		return (
			<SelectField {...common} defaultValue={shown}>
				{options.map(({ value, text }) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</SelectField>
		);
	if (type === "moment") return <Field {...common} type="datetime-local" defaultValue={shown} />;
	if (type === "paragraph")
		return <TextareaField {...common} rows={3} maxLength={300} defaultValue={shown} className="sm:col-span-2" />;
	if (type === "lines") return <TextareaField {...common} rows={8} defaultValue={shown} className="sm:col-span-2" />;
	return (
		<Field
			{...common}
			defaultValue={shown}
			inputMode={type === "text" || type === "limit" ? undefined : "decimal"}
			maxLength={200}
			autoComplete="off"
			className={name === "description" ? "sm:col-span-2" : undefined}
		/>
	);
}

interface DiscardChangesProps {
	id: string;
	version: number;
	/** Its pieces may be counted. */
	isNewDevice: boolean;
	answer: DeskAnswer | undefined;
}

/** No customer has seen the draft, so it needs no reason. */
function DiscardChanges({ id, version, isNewDevice, answer }: DiscardChangesProps) {
	const isFailed = answer?.intent === "discard" && answer.values.key?.[0] === id;
	return (
		<ReasonForm
			icon="trash-2"
			label="Discard these changes"
			effect={
				isNewDevice
					? "The device is gone for everyone, with the count of its pieces. To have it again, someone has to enter it again."
					: "They are lost for everyone, and the draft has what customers see now. To have them again, someone has to enter them again."
			}
			danger
			change={{ intent: "discard", key: id, version: String(version) }}
			failure={isFailed ? answer.failure : undefined}
			withoutReason
		/>
	);
}

/** What a change replaces. */
export const Differences = ({ changes }: { changes: readonly FieldChange[] }) => (
	<dl className="grid gap-2">
		{changes.map(({ label, before, after }) => (
			<div key={label} className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
				<dt className="text-muted">{label}</dt>
				<dd className="wrap-anywhere">
					{before !== "none" && <del className="text-muted">{before}</del>}{" "}
					<ins className="font-semibold no-underline">{after}</ins>
				</dd>
			</div>
		))}
	</dl>
);

interface ChangesPageProps {
	view: ChangesView;
	/** Whether this browser shows the draft on the public pages. */
	previews: boolean;
	mayEdit: boolean;
	mayPublish: boolean;
	answer: DeskAnswer | undefined;
}

/** The draft compared with what is published, and the form that publishes it. */
export function ChangesPage({ view, previews, mayEdit, mayPublish, answer }: ChangesPageProps) {
	const { number, seen, plannedFor, changes, belowCost, promos } = view;
	const warning = (
		<>
			{belowCost.length > 0 && <EntriesBelowCost entries={belowCost} />}
			{promos.map(({ code, discount, losses }) => (
				<BelowCost key={code} title={`Below cost with ${code}, ${discount} off`} losses={losses} />
			))}
		</>
	);
	const failure = answer?.intent === "publish" ? answer.failure : undefined;
	const sent = (name: string) => (failure ? answer?.values[name]?.[0] : undefined);
	return (
		<DeskPage
			title="Changes"
			count={changes.length}
			lead={`Compared with version ${number}, which customers see ${plannedFor ? `from ${plannedFor}` : "now"}.`}
		>
			{plannedFor && (
				<Alert tone="info" title={`Version ${number} is planned for ${plannedFor}`}>
					<p>
						Until then nothing else can be published.{" "}
						<Link className="link" to={href("/desk/catalogue/versions/:number", { number: String(number) })}>
							See or cancel it
						</Link>
					</p>
				</Alert>
			)}
			{changes.length === 0 ? (
				<EmptyState icon="tag" title="Nothing to publish">
					The draft is the same as version {number}. Change a price or a text first.
				</EmptyState>
			) : (
				changes.map(({ id, label, kind, isNewDevice, author, at, version, changes }) => (
					<TitledCard
						key={id}
						title={label}
						beside={
							<Link className="link" to={href("/desk/catalogue/prices/:key", { key: id })}>
								Edit
							</Link>
						}
						lead={`${kind}. Changed by ${author} on ${at}.`}
					>
						<Differences changes={changes} />
						<BelowCost losses={belowCost.find((one) => one.id === id)?.losses ?? []} />
						{mayEdit && <DiscardChanges {...{ id, version, isNewDevice, answer }} />}
					</TitledCard>
				))
			)}
			{(changes.length > 0 || previews) && (
				<TitledCard
					title="Preview"
					lead="Shows the public pages with these changes for half an hour, only in this browser while you are signed in here."
				>
					{!mayPublish && warning}
					<div className="flex flex-wrap gap-2">
						{changes.length > 0 && (
							<RowAction change={{ intent: "preview", page: view.previewPage }} subject="with the draft">
								Preview the pages
							</RowAction>
						)}
						{previews && (
							<RowAction change={{ intent: "end-preview" }} subject="of the draft">
								End the preview
							</RowAction>
						)}
					</div>
				</TitledCard>
			)}
			{mayPublish && changes.length > 0 && !plannedFor && (
				<TitledCard title="Publish">
					{warning}
					<ReasonForm
						icon="check"
						label="Publish"
						effect="The pages, the search, the cart and the checkout have the changes within a minute. Open invoices and orders keep their prices."
						change={{ intent: "publish", seen }}
						failure={failure}
						withoutReason
						open
					>
						<Field
							label="What changes"
							name="note"
							maxLength={200}
							required
							defaultValue={sent("note")}
							error={failure?.fields?.note}
						/>
						<Field
							label="From"
							name="at"
							type="datetime-local"
							hint="Time in Kenya. Leave it empty to publish now."
							defaultValue={sent("at")}
							error={failure?.fields?.at}
						/>
					</ReasonForm>
				</TitledCard>
			)}
		</DeskPage>
	);
}

/** What customers would pay less for than it costs us, once the draft is published. */
const EntriesBelowCost = ({ entries }: { entries: ChangesView["belowCost"] }) => (
	<Alert
		tone="danger"
		title={entries.length === 1 ? "1 product will be below cost" : `${entries.length} products will be below cost`}
	>
		<ul className="grid gap-1">
			{entries.map(({ id, label, losses, isChanged }) => (
				<li key={id}>
					<Link className="link" to={href("/desk/catalogue/prices/:key", { key: id })}>
						{label}
					</Link>
					{isChanged ? "" : " (not changed here)"}: {losses.join(" ")}
				</li>
			))}
		</ul>
	</Alert>
);
