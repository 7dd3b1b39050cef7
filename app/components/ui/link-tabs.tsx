import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { cx } from "./cx";

interface Tab {
	readonly id: string;
	readonly label: string;
	readonly href: string;
	readonly count?: number;
}

/** Tabs that are links, each with its own URL. */
export function LinkTabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
	const nav = useRef<HTMLElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes
	useEffect(() => {
		const row = nav.current;
		const tab = row?.querySelector<HTMLElement>("[aria-current]");
		// On a phone the last tabs are off-screen, and the ends of the row are faded.
		if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
	}, [current]);
	return (
		<nav ref={nav} aria-label={label} className="fading-ends -mx-1 overflow-x-auto px-1 print:hidden">
			<ul className="flex w-max min-w-full gap-1 border-b border-line">
				{tabs.map((tab) => (
					<li key={tab.id}>
						<Link
							to={tab.href}
							preventScrollReset
							aria-current={tab.id === current ? "page" : undefined}
							className={cx(
								"-mb-px flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 px-3 font-medium no-underline -outline-offset-3",
								tab.id === current
									? "border-lake text-ink [scroll-initial-target:nearest]"
									: "border-transparent text-muted hover:text-ink",
							)}
						>
							{tab.label}
							{tab.count !== undefined && <span className="text-sm tabular-nums text-muted">{tab.count}</span>}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
