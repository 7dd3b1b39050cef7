import { type ReactNode, useId } from "react";
import { Form } from "react-router";
import { Button } from "../ui/button";
import { controlClasses } from "./field-frame";

interface FilterFormProps {
	/** Of the list: "Domains". */
	label: string;
	/** "Search by name" */
	searches: string;
	/** What is searched for now. */
	q: string;
	longest?: number;
	/** What else the address says of the list: it stays. */
	keep?: Readonly<Record<string, string | undefined>>;
	/** The present filters: once others are shown, the form starts from these. */
	filters?: readonly (string | undefined)[];
	/** Choices beside the search. */
	beside?: ReactNode;
	/** What stands below. */
	children?: ReactNode;
}

/** Search and filters of a list: a plain GET form, so the address says what is shown. */
export function FilterForm(props: FilterFormProps) {
	const { label, searches, q, longest = 100, keep = {}, filters = [], beside, children } = props;
	const id = useId();
	const kept = Object.entries(keep).filter(([, value]) => value);
	return (
		<Form
			method="get"
			key={[q, ...kept.flat(), ...filters].join()}
			className="grid gap-1"
			role="search"
			aria-label={label}
		>
			{kept.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<div className="flex flex-wrap items-end gap-3">
				<div className="grid min-w-0 flex-1 basis-48 gap-1.5">
					<label htmlFor={id} className="font-medium">
						{searches}
					</label>
					<input id={id} type="search" name="q" defaultValue={q} maxLength={longest} className={controlClasses} />
				</div>
				{beside}
				<Button type="submit" variant="secondary" className="min-h-12">
					Show
				</Button>
			</div>
			{children}
		</Form>
	);
}
