import { useEffect } from "react";
import { Link } from "react-router";
import { cx } from "~/components/ui/cx";
import { Cloth } from "~/features/domains/components/cloth";
import type { HitGroup } from "../search-view";

interface HitOptionsProps {
	/** Id of the list. Its options are `{id}-0`, `{id}-1` … */
	id: string;
	label: string;
	groups: readonly HitGroup[];
	active: number;
	onChoose: () => void;
}

/** The list of a combobox, with options in groups. */
export function HitOptions({ id, label, groups, active, onChoose }: HitOptionsProps) {
	useEffect(() => {
		if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
	}, [id, active]);
	let index = -1;
	return (
		<div id={id} role="listbox" aria-label={label} className="grid gap-2">
			{groups.map(({ title, hits }) => (
				// biome-ignore lint/a11y/useSemanticElements: a group of a listbox, not of a form
				<div key={title} role="group" aria-label={title}>
					<p className="px-3 pt-2 text-sm font-semibold text-muted" aria-hidden="true">
						{title}
					</p>
					{hits.map((hit) => {
						index += 1;
						return (
							<Link
								key={hit.id}
								id={`${id}-${index}`}
								to={hit.href}
								role="option"
								aria-selected={index === active}
								tabIndex={-1}
								onClick={onChoose}
								className={cx(
									"flex min-h-11 items-center gap-x-3 rounded-field px-3 py-1.5 text-ink no-underline hover:bg-lake-wash",
									index === active && "bg-lake-wash outline-2 -outline-offset-2 outline-lake",
								)}
							>
								{hit.cloth && <Cloth {...hit.cloth} size="small" />}
								<span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
									<span className="min-w-0 wrap-anywhere font-medium">{hit.title}</span>
									<span className="text-sm text-muted">{hit.note}</span>
								</span>
							</Link>
						);
					})}
				</div>
			))}
		</div>
	);
}

export const optionAt = (groups: readonly HitGroup[], index: number) => groups.flatMap(({ hits }) => hits)[index];
