import { type MouseEvent, useEffect, useState } from "react";
import { href } from "react-router";
import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import type { Department } from "../ticket";

interface Choice {
	readonly id: string;
	readonly title: string;
	/** Null: for all departments. */
	readonly department: Department | null;
}

interface CannedReplyPickerProps {
	ticketId: string;
	department: Department;
	choices: readonly Choice[];
	/** The message if the reply that was chosen can't be inserted. */
	error: string | undefined;
}

/** With fewer, the list itself is short enough. */
const searchableFrom = 8;

/**
 * Inserts a canned reply into the form around it: at the cursor of its field `body`, or without script below what is typed
 * there, by sending the form with the intent `insert`.
 */
export function CannedReplyPicker({ ticketId, department, choices, error }: CannedReplyPickerProps) {
	const [hasScript, setHasScript] = useState(false);
	const [find, setFind] = useState("");
	const [problem, setProblem] = useState<string>();
	useEffect(() => setHasScript(true), []);
	if (choices.length === 0) return null;
	const words = find.trim().toLowerCase();
	const found = choices.filter(({ title }) => title.toLowerCase().includes(words));
	const isOwn = (choice: Choice) => choice.department === null || choice.department === department;
	const groups = [
		{ label: "For this department", items: found.filter(isOwn) },
		{ label: "For other departments", items: found.filter((choice) => !isOwn(choice)) },
	].filter(({ items }) => items.length > 0);

	async function insert(event: MouseEvent<HTMLButtonElement>) {
		const elements = event.currentTarget.form?.elements;
		const body = elements?.namedItem("body");
		const chosen = elements?.namedItem("canned");
		if (!(body instanceof HTMLTextAreaElement) || !(chosen instanceof HTMLSelectElement)) return;
		event.preventDefault();
		if (chosen.value === "") {
			setProblem("Choose a reply from the list.");
			// Screen readers then read the message, also when the button is pressed again.
			return chosen.focus();
		}
		const text = await textOf(href("/desk/tickets/:ticketId/replies/:replyId", { ticketId, replyId: chosen.value }));
		if (text === null) return setProblem("The reply was not inserted. Try again.");
		setProblem(undefined);
		body.setRangeText(text, body.selectionStart, body.selectionEnd, "end");
		body.focus();
	}

	return (
		<Disclosure icon="message-circle" title="Insert a canned reply" open={error !== undefined}>
			<div className="flex flex-wrap items-end gap-3">
				{hasScript && choices.length >= searchableFrom && (
					<div className="min-w-0 flex-1 basis-40">
						<Field
							label="Find"
							name="find"
							type="search"
							autoComplete="off"
							value={find}
							onChange={({ currentTarget }) => setFind(currentTarget.value)}
						/>
					</div>
				)}
				{/* The key selects the first reply that is found. */}
				<SelectField
					key={words}
					label="Canned reply"
					name="canned"
					className="min-w-0 flex-1 basis-60"
					error={problem ?? error}
					defaultValue={words === "" ? "" : (groups[0]?.items[0]?.id ?? "")}
				>
					<option value="">{found.length > 0 ? "Choose…" : "Nothing found"}</option>
					{groups.map(({ label, items }) => (
						<optgroup key={label} label={label}>
							{items.map(({ id, title }) => (
								<option key={id} value={id}>
									{title}
								</option>
							))}
						</optgroup>
					))}
				</SelectField>
				<Button
					type="submit"
					name="intent"
					value="insert"
					formNoValidate
					variant="secondary"
					className="min-h-12"
					onClick={(event) => void insert(event)}
				>
					Insert
				</Button>
			</div>
		</Disclosure>
	);
}

/** Null if it can't be loaded. */
async function textOf(address: string): Promise<string | null> {
	try {
		const response = await fetch(address);
		if (!response.ok || response.redirected) return null;
		const answer = (await response.json()) as { readonly text: string };
		return answer.text;
	} catch {
		return null;
	}
}
