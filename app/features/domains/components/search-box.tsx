import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Form, href, useNavigate, useNavigation } from "react-router";
import { searchFrame, searchInput } from "~/components/forms/search-frame";
import { SubmitButton } from "~/components/forms/submit";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { extensionIn, withExtension } from "../domain-input";
import { ExtensionPicker } from "./extension-picker";

interface SearchBoxProps {
	/** Text of the current search. */
	query: string;
	/** Why the text can't be searched, or null. */
	problem: string | null;
	/** Whether answers are still arriving. */
	isRunning: boolean;
}

/** Search form with extensions. A plain GET form. Script keeps the text box and the extension in sync. */
export function SearchBox({ query, problem, isRunning }: SearchBoxProps) {
	const [text, setText] = useState(query);
	const [chosen, setChosen] = useState<string | null>(null);
	const box = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const navigation = useNavigation();
	const isHydrated = useRef(false);
	useEffect(() => {
		// Keep what was typed before this script loaded.
		const typed = isHydrated.current ? undefined : box.current?.value;
		isHydrated.current = true;
		setText(typed || query);
	}, [query]);

	const nextSearch = navigation.location?.pathname === href("/domains/search") ? navigation.location : null;
	const searching = nextSearch ? new URLSearchParams(nextSearch.search).get("q") : isRunning ? query : null;
	const busy = searching !== null && searching === text;
	const inBox = extensionIn(text);

	function pick(tld: string) {
		setChosen(tld);
		setText(withExtension(text, tld));
		box.current?.focus();
	}

	function submit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		if (text.trim() === "") return box.current?.focus();
		const wanted = chosen && !inBox ? withExtension(text, chosen) : text;
		setText(wanted);
		navigate(`${href("/domains/search")}?q=${encodeURIComponent(wanted)}`);
	}

	return (
		<search>
			<Form action={href("/domains/search")} onSubmit={submit} className="grid gap-4">
				<div className={cx("max-w-3xl", searchFrame)}>
					<label className="sr-only" htmlFor="q">
						Find a domain name
					</label>
					<input
						ref={box}
						id="q"
						name="q"
						type="text"
						inputMode="url"
						autoCapitalize="none"
						autoComplete="off"
						autoCorrect="off"
						spellCheck={false}
						maxLength={400}
						value={text}
						onChange={(event) => setText(event.currentTarget.value)}
						placeholder="yourname.co.ke"
						aria-invalid={problem !== null || undefined}
						aria-describedby={problem ? "q-problem" : undefined}
						className={searchInput}
					/>
					<noscript>
						<input type="hidden" name="view" value="full" />
					</noscript>
					{/* Always as wide as its longest label, so that the text box keeps its width. */}
					<SubmitButton
						busy={busy}
						busyText="Searching..."
						className="inline-grid! min-h-12 flex-none content-center gap-0! rounded-field! after:invisible after:h-0 after:content-['Searching...'] sm:text-lg"
					>
						Search
					</SubmitButton>
				</div>
				{problem && (
					<p id="q-problem" role="alert" className="flex items-start gap-2 font-semibold text-danger">
						<Icon name="circle-alert" className="mt-0.5 flex-none" /> {problem}
					</p>
				)}
				<ExtensionPicker selected={inBox ?? chosen} onPick={pick} />
			</Form>
		</search>
	);
}
