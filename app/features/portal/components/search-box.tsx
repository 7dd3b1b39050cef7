import { useState } from "react";
import { Form, href, useLocation, useNavigate, useSearchParams } from "react-router";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { useActiveOption } from "~/components/ui/use-active-option";
import { HitOptions, optionAt } from "./hit-options";
import { useSearch } from "./use-search";

const list = "portal-search-options";

/** Searches the customer's account. Shows results while typing. Enter, or a visitor without script, opens the search page. */
export function SearchBox() {
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isSearchPage = pathname === href("/dashboard/search");
	const initialText = isSearchPage ? (params.get("q") ?? "") : "";
	// Resets the field for another page or search.
	return <Box key={`${pathname} ${initialText}`} initialText={initialText} isSearchPage={isSearchPage} />;
}

function Box({ initialText, isSearchPage }: { initialText: string; isSearchPage: boolean }) {
	const navigate = useNavigate();
	const [text, setText] = useState(initialText);
	const [open, setOpen] = useState(false);
	const { groups, q, settled, failed } = useSearch(open ? text : "", href("/dashboard/search/hits"));
	const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
	const close = () => setOpen(false);
	const { active, reset, onKeyDown } = useActiveOption(open ? count : 0, (index) => {
		close();
		navigate(optionAt(groups, index)?.href ?? "");
	});
	const shown = open && q !== "";

	return (
		<Form
			method="get"
			action={href("/dashboard/search")}
			role="search"
			onSubmit={close}
			onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
			// On a phone only the search page has room for it.
			className={cx(
				"relative order-last w-full items-center sm:flex lg:order-none lg:me-auto lg:max-w-md",
				isSearchPage ? "flex" : "max-sm:hidden",
			)}
		>
			<label htmlFor="portal-search" className="sr-only">
				Search domains, hosting, projects and invoices
			</label>
			<input
				id="portal-search"
				// Not type=search, because that allows no role of combobox.
				type="text"
				enterKeyHint="search"
				name="q"
				role="combobox"
				aria-expanded={shown && count > 0}
				aria-controls={list}
				aria-autocomplete="list"
				aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
				aria-keyshortcuts="/"
				autoComplete="off"
				value={text}
				onChange={(event) => {
					setText(event.target.value);
					setOpen(true);
					reset();
				}}
				onKeyDown={(event) => {
					if (event.key === "Escape" && open) {
						event.preventDefault();
						return close();
					}
					onKeyDown(event);
				}}
				maxLength={100}
				placeholder="Search domains, hosting, projects, invoices"
				className="min-h-11 w-full min-w-0 rounded-full border border-edge bg-surface ps-4 pe-12 hover:border-ink placeholder-shown:text-ellipsis"
			/>
			<button
				type="submit"
				className="relative -ms-11 flex size-11 flex-none items-center justify-center rounded-full text-muted hover:bg-lake-wash hover:text-ink"
			>
				<Icon name="search" />
				<span className="sr-only">Search</span>
			</button>
			<p role="status" className="sr-only">
				{shown && settled && !failed && `${count === 1 ? "One result" : `${count} results`}`}
			</p>
			{shown && (
				<div className="absolute inset-x-0 top-full z-30 mt-2 max-h-[min(28rem,70dvh)] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float">
					{count > 0 ? (
						<HitOptions id={list} label="Results" groups={groups} active={active} onChoose={close} />
					) : (
						<p className="px-3 py-2 text-muted">
							{failed ? "Search is not responding. Press Enter to try the search page." : `No results for “${q}”.`}
						</p>
					)}
				</div>
			)}
		</Form>
	);
}
