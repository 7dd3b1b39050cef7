import { type KeyboardEvent, useEffect, useRef } from "react";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { domainPrice, soldExtensions } from "~/features/catalog/domain-prices";
import { formatMoney } from "~/lib/money";

/** Shown as buttons. The list below has all extensions. */
const quickExtensions = ["com", "co.ke", "net", "org", "xyz", "ai", "io"];

interface PickerProps {
	/** The extension in the text box, without its dot. */
	selected: string | null;
	onPick(tld: string): void;
}

/**
 * Picks an extension. Without script, each option submits the form. With script, it changes the text box instead.
 */
export function ExtensionPicker({ selected, onPick }: PickerProps) {
	return (
		<fieldset className="relative flex flex-wrap items-center gap-2">
			<legend className="sr-only">Extension</legend>
			{quickExtensions.map((tld) => (
				<button
					key={tld}
					type="submit"
					name="tld"
					value={tld}
					aria-pressed={tld === selected}
					onClick={(event) => {
						event.preventDefault();
						onPick(tld);
					}}
					className={cx(
						"relative min-h-9 rounded-full border px-3.5 text-sm whitespace-nowrap transition-colors after:absolute after:inset-x-0 after:-inset-y-1",
						tld === selected ? "border-ink bg-ink text-paper" : "border-line bg-surface hover:border-ink",
					)}
				>
					<span className="font-display font-bold">.{tld}</span>{" "}
					<span className="tabular-nums">{formatMoney(domainPrice(tld)).replace("Ksh ", "")}</span>
				</button>
			))}
			<AllExtensions selected={selected} onPick={onPick} />
		</fieldset>
	);
}

function AllExtensions({ selected, onPick }: PickerProps) {
	const details = useRef<HTMLDetailsElement>(null);
	useCloseOnLeave(details);
	return (
		<details ref={details} className="group sm:relative">
			<summary className="relative flex min-h-9 items-center gap-1 rounded-full border border-edge/50 bg-surface px-3.5 text-sm font-semibold select-none after:absolute after:inset-x-0 after:-inset-y-1 hover:border-ink">
				All extensions
				<Icon name="chevron-down" size={16} className="transition-transform group-open:rotate-180" />
			</summary>
			<ul
				className="absolute z-20 mt-2 grid max-h-80 overflow-y-auto max-sm:inset-x-0 sm:w-64 rounded-card border border-line bg-surface p-2 shadow-float"
				onKeyDown={moveFocus}
			>
				{soldExtensions.map((tld) => (
					<li key={tld}>
						<button
							type="submit"
							name="tld"
							value={tld}
							aria-pressed={tld === selected}
							onClick={(event) => {
								event.preventDefault();
								if (details.current) details.current.open = false;
								onPick(tld);
							}}
							className="flex min-h-11 w-full items-center justify-between gap-4 rounded-field px-3 text-start hover:bg-lake-wash aria-pressed:bg-lake-wash"
						>
							<span className="font-display font-bold">.{tld}</span>{" "}
							<span className="text-sm text-muted tabular-nums">{formatMoney(domainPrice(tld))} a year</span>
						</button>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Moves the focus with the arrow keys, Home and End, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
	const buttons = [...event.currentTarget.querySelectorAll("button")];
	const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
	const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
	const target = targets[event.key];
	if (target === undefined) return;
	event.preventDefault();
	buttons.at(target % buttons.length)?.focus();
}

/** Closes the list on Escape and on a click or focus outside it. Escape also returns the focus to the summary. */
function useCloseOnLeave(details: React.RefObject<HTMLDetailsElement | null>): void {
	useEffect(() => {
		const element = details.current;
		if (!element) return;
		const onOutside = (event: Event) => {
			if (event.target instanceof Node && !element.contains(event.target)) element.open = false;
		};
		const onKey = (event: globalThis.KeyboardEvent) => {
			if (event.key === "ArrowDown" && event.target === element.querySelector("summary")) {
				event.preventDefault();
				element.open = true;
				element.querySelector("button")?.focus();
			}
			if (event.key !== "Escape" || !element.open) return;
			element.open = false;
			element.querySelector("summary")?.focus();
		};
		document.addEventListener("pointerdown", onOutside);
		document.addEventListener("focusin", onOutside);
		element.addEventListener("keydown", onKey);
		return () => {
			document.removeEventListener("pointerdown", onOutside);
			document.removeEventListener("focusin", onOutside);
			element.removeEventListener("keydown", onKey);
		};
	}, [details]);
}
