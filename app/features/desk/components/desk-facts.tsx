import type { ReactNode } from "react";
import { cx } from "~/components/ui/cx";

interface DeskFactsProps {
	facts: readonly (readonly [term: string, value: ReactNode])[];
	/** For a card with another beside it. */
	narrow?: boolean;
}

/** Terms and values, in two columns on a large screen. */
export function DeskFacts({ facts, narrow = false }: DeskFactsProps) {
	return (
		<dl className={cx("grid gap-x-8 gap-y-2", narrow ? "sm:max-xl:grid-cols-2" : "sm:grid-cols-2")}>
			{facts.map(([term, value]) => (
				<div key={term} className="grid min-w-0 grid-cols-[8rem_minmax(0,1fr)] gap-3">
					<dt className="text-muted">{term}</dt>
					<dd className="wrap-anywhere">{value}</dd>
				</div>
			))}
		</dl>
	);
}
