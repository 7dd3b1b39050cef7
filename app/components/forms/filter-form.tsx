import { type ReactNode, useId } from "react";
import { Form } from "react-router";
import { Button } from "../ui/button";
import { controlClasses } from "./field-frame";
import { HiddenFields } from "./hidden-fields";
import { SelectField } from "./select-field";

interface FilterChoice {
	readonly label: string;
	readonly name: string;
	/** The current choice. */
	readonly value: string | undefined;
	/** The option for no filter: "All clients". */
	readonly all: string;
	readonly options: readonly { readonly value: string; readonly text: string }[];
}

interface FilterFormProps {
	/** The name of the list, for screen readers: "Domains". */
	label: string;
	/** "Search by name" */
	searchLabel: string;
	/** The current search text. */
	q: string;
	maxLength?: number;
	/** Other query parameters to keep. */
	otherParams?: Readonly<Record<string, string | undefined>>;
	/** Current filters of `children`. When they change, the form resets to them. */
	filters?: readonly (string | undefined)[];
	/** Selects beside the search. */
	choices?: readonly FilterChoice[];
	/** More filters below the search. */
	children?: ReactNode;
}

/** Search and filters of a list. A GET form, so the query string holds the filters. */
export function FilterForm(props: FilterFormProps) {
	const { label, searchLabel, q, maxLength = 100, otherParams = {}, filters = [], choices = [], children } = props;
	const id = useId();
	return (
		<Form
			method="get"
			key={[q, ...Object.values(otherParams), ...choices.map(({ value }) => value), ...filters].join()}
			className="grid gap-1"
			role="search"
			aria-label={label}
		>
			<HiddenFields values={otherParams} />
			<div className="flex flex-wrap items-end gap-3">
				<div className="grid min-w-0 flex-1 basis-48 gap-1.5">
					<label htmlFor={id} className="font-medium">
						{searchLabel}
					</label>
					<input id={id} type="search" name="q" defaultValue={q} maxLength={maxLength} className={controlClasses} />
				</div>
				{choices.map((choice) => (
					<ChoiceField key={choice.name} {...choice} />
				))}
				<Button type="submit" variant="secondary" className="min-h-12">
					Show
				</Button>
			</div>
			{children}
		</Form>
	);
}

function ChoiceField({ label, name, value = "", all, options }: FilterChoice) {
	return (
		<SelectField label={label} name={name} defaultValue={value} className="min-w-0 flex-1 basis-36 sm:max-w-56">
			<option value="">{all}</option>
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.text}
				</option>
			))}
		</SelectField>
	);
}
