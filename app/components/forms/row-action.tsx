import { Form } from "react-router";
import { Button } from "../ui/button";
import { HiddenFields } from "./hidden-fields";

interface RowActionProps {
	/** Hidden fields: what to do, and to which row. */
	change: Readonly<Record<string, string | number>> & { intent: string };
	/** What the row is about, for who hears the button alone. */
	subject: string;
	/** It takes something away: red words in place of a button. */
	danger?: boolean;
	/** "Remove" */
	children: string;
}

/** What is done with one row of a list: a form of one button. */
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
