import { Bar } from "~/components/ui/bar";
import { cx } from "~/components/ui/cx";
import type { ResourceBar } from "../hosting";

/** How much of each resource is used. */
export function ResourceLines({ bars, className }: { bars: readonly ResourceBar[]; className?: string }) {
	return (
		<ul className={cx("grid text-start", className)}>
			{bars.map(({ name, text, percent, tone }) => (
				<li key={name}>
					<span className="flex justify-between gap-3 text-sm">
						<span>{name}</span>
						<span className="tabular-nums text-muted">{text}</span>
					</span>
					<Bar percent={percent} tone={tone} className="mt-1" />
				</li>
			))}
		</ul>
	);
}
