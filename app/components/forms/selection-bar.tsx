import { useEffect, useRef, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { cx } from "../ui/cx";
import { controlClasses } from "./field-frame";
import { HiddenFields } from "./hidden-fields";
import { keepSelection, type Selection, selectionOf } from "./kept-selection";
import { SubmitButton } from "./submit";
import { useBusy } from "./use-busy";

/** The form of a list's checkboxes (`select` of RecordTable). A page has one. */
export const selectionForm = "selection";

interface SelectionBarProps {
	/** The page that says what the change will do. */
	action: string;
	/** What can be done with the selected rows. */
	choices: readonly { readonly value: string; readonly text: string }[];
	/** The filters of the list, for "all in this list". */
	filters: Readonly<Record<string, string | undefined>>;
	/** Leaves the selection on a phone. Undefined if it is not open there. */
	doneHref: string | undefined;
}

/**
 * What to do with the selected rows of a list. On a large screen it appears with the first selected row, in browsers with
 * `:has()`. On a phone it appears with the checkboxes (`?select=1`). Works without script.
 */
export function SelectionBar({ action, choices, filters, doneHref }: SelectionBarProps) {
	const form = useRef<HTMLFormElement>(null);
	const selected = useSelected(form);
	const busy = useBusy();
	const { key } = useLocation();
	useFocusWhenOpened(form, doneHref !== undefined);
	return (
		<Form
			ref={form}
			id={selectionForm}
			action={action}
			className="selection-bar"
			aria-label="Selected rows"
			onSubmit={({ currentTarget }) => keepSelection(key, currentTarget)}
		>
			<HiddenFields values={filters} />
			<label className="flex min-h-11 items-center gap-3 text-sm md:hidden">
				<input type="checkbox" name="all" value="on" className="size-5" />
				All in this list
			</label>
			<p aria-live="polite" className="font-semibold whitespace-nowrap max-md:text-sm">
				{selected}
			</p>
			{doneHref !== undefined && (
				<Link to={doneHref} replace className="link ms-auto inline-flex min-h-11 items-center text-sm md:hidden">
					Done
				</Link>
			)}
			{/* The button goes below a choice that has no room beside it. */}
			<span className="flex min-w-0 flex-1 basis-full flex-wrap gap-x-3 gap-y-2 md:max-w-lg md:basis-60">
				<select name="change" aria-label="Change" className={cx(controlClasses, "w-auto max-w-full flex-auto")}>
					{choices.map(({ value, text }) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</select>
				<SubmitButton busy={busy} busyText="One moment..." className="flex-auto md:flex-none">
					Continue
				</SubmitButton>
			</span>
		</Form>
	);
}

/** The button that shows the checkboxes on a phone is gone then, and had the focus. */
function useFocusWhenOpened(form: { readonly current: HTMLFormElement | null }, open: boolean): void {
	const was = useRef(open);
	useEffect(() => {
		if (open && !was.current && document.activeElement === document.body)
			form.current?.querySelector<HTMLInputElement>("input[name=all]")?.focus({ preventScroll: true });
		was.current = open;
	}, [form, open]);
}

const isBox = (element: Element): element is HTMLInputElement =>
	element instanceof HTMLInputElement && element.type === "checkbox";

/**
 * Keeps the checkboxes in step with "all", selects a range on a Shift-click, and says how many are selected. Ticks what was
 * ticked before the person came back from the next page.
 */
function useSelected(form: { readonly current: HTMLFormElement | null }): string {
	const location = useLocation();
	const { key } = location;
	const [text, setText] = useState("");
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new location can have other rows
	useEffect(() => {
		const boxes = () => [...(form.current?.elements ?? [])].filter(isBox);
		const count = () => {
			const all = boxes().some(({ name, checked }) => name === "all" && checked);
			const rows = boxes().filter(({ name, checked }) => name !== "all" && checked).length;
			setText(all ? "All selected" : `${rows} selected`);
		};
		restore(form.current, selectionOf(location));
		let last = -1;
		// The keyboard clicks too.
		const follow = ({ target, shiftKey }: MouseEvent) => {
			if (!(target instanceof HTMLInputElement) || target.form !== form.current) return;
			const all = boxes();
			const at = all.indexOf(target);
			all.forEach((box, index) => {
				const isBetween = shiftKey && last >= 0 && (index - last) * (index - at) <= 0;
				if (target.name === "all" || (isBetween && box.name !== "all")) box.checked = target.checked;
				else if (box.name === "all" && !target.checked) box.checked = false;
			});
			last = at;
			count();
		};
		count();
		document.addEventListener("click", follow);
		return () => document.removeEventListener("click", follow);
	}, [key]);
	return text;
}

function restore(form: HTMLFormElement | null, selection: Selection): void {
	for (const element of form?.elements ?? []) {
		if (element instanceof HTMLInputElement && element.type === "checkbox")
			element.checked ||= selection.some(([name, value]) => name === element.name && value === element.value);
		const change = selection.find(([name]) => name === "change")?.[1];
		if (element instanceof HTMLSelectElement && change !== undefined) element.value = change;
	}
}
