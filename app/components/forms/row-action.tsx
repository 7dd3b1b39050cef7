import { Form } from "react-router";
import { Button } from "../ui/button";
import { HiddenFields } from "./hidden-fields";

interface RowActionProps {
	/** Hidden fields: the intent and the row's id. */
	change: Readonly<Record<string, string | number>> & { intent: string };
	/** What the row is about, for screen readers. */
	subject: string;
	/** For destructive actions: red text instead of a button. */
	danger?: boolean;
	/** "Remove" */
	children: string;
}

/** A one-button form for a row of a list. */
export function RowAction({ change, subject, danger = false, children }: RowActionProps) {
	const label = (
		<>
			{children}
			<span className="sr-only"> {subject}</span>
		</>
	);
	return (
		<Form method="post" preventScrollReset replace>
			<HiddenFields values={change} />
			{danger ? (
				<button type="submit" className="inline-flex min-h-11 items-center font-semibold text-danger hover:underline">
					{label}
				</button>
			) : (
				<Button type="submit" variant="secondary" size="sm">
					{label}
				</Button>
			)}
		</Form>
	);
}
