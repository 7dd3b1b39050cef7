import { Form, href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { EntryView, StockView } from "../catalog-view";
import { kindNames } from "../kind-names";
import { Differences, DiscardChanges } from "./catalog-changes";
import { CostCard } from "./cost-card";
import { StockCard } from "./stock-card";

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

/** The input of a field. */
export function EntryInput({
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
