import { Fragment, type ReactNode } from "react";
import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { cx } from "~/components/ui/cx";
import { Disclosure } from "~/components/ui/disclosure";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { EntriesQuery } from "../catalog-desk.schema";
import type { EntryView } from "../catalog-view";
import type { AddedKind } from "../draft";
import { EntryInput } from "./catalog-entry";

const addTitles: Readonly<Record<AddedKind, string>> = {
	plan: "Add a plan",
	addon: "Add an add-on",
	hardware: "Add a device",
	testimonial: "Add a testimonial",
	announcement: "Add an announcement",
};

export interface AddEntryProps {
	kind: AddedKind;
	fields: EntryView["fields"];
	answer: DeskAnswer | undefined;
}

/** Adds a product or a text with all its fields. */
export const AddEntry = ({ kind, fields, answer }: AddEntryProps) => (
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

export const AddExtension = ({ answer }: { answer: DeskAnswer | undefined }) => (
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
