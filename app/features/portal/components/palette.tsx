import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useActiveOption } from "~/components/ui/use-active-option";
import type { HitGroup } from "../search-view";
import { HitOptions, optionAt } from "./hit-options";
import { useSearch } from "./use-search";

const list = "palette-options";

interface PaletteProps {
	/** What can be searched, for screen readers. */
	label: string;
	placeholder: string;
	/** The pages and actions that match. All of them for an empty text. */
	commandsFor: (text: string) => readonly HitGroup[];
	/** Answers with the groups that match `?q=`. */
	address: string;
	onClose: () => void;
}

/** A field that finds pages, actions and what the server finds, with the keyboard. */
export function Palette({ label, placeholder, commandsFor, address, onClose }: PaletteProps) {
	const navigate = useNavigate();
	const [text, setText] = useState("");
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		const typed = input.current?.closest("dialog")?.dataset.typed;
		if (typed) setText((text) => typed + text);
	}, []);
	const found = useSearch(text, address);
	const groups = [...commandsFor(text), ...(text.trim() ? found.groups : [])];
	const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
	const { active, reset, onKeyDown } = useActiveOption(
		count,
		(index) => {
			onClose();
			navigate(optionAt(groups, index)?.href ?? "");
		},
		0,
	);
	return (
		<div className="grid gap-2 p-3">
			<input
				ref={input}
				type="text"
				role="combobox"
				aria-label={label}
				aria-expanded={count > 0}
				aria-controls={list}
				aria-autocomplete="list"
				aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
				autoComplete="off"
				// biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
				autoFocus
				value={text}
				maxLength={100}
				placeholder={placeholder}
				onChange={(event) => {
					setText(event.target.value);
					reset();
				}}
				onKeyDown={onKeyDown}
				className="min-h-11 w-full rounded-field border border-edge bg-surface px-4"
			/>
			<div className="max-h-[min(28rem,60dvh)] overflow-y-auto">
				<HitOptions id={list} label="Pages, actions and results" groups={groups} active={active} onChoose={onClose} />
				{count === 0 && <p className="px-3 py-2 text-muted">{found.settled ? "No results." : "Searching..."}</p>}
			</div>
			<p role="status" className="sr-only">
				{found.settled && (count === 1 ? "One result" : `${count} results`)}
			</p>
		</div>
	);
}
