import type { ReactNode } from "react";

/** Terms and values, in two columns on a large screen. */
export function DeskFacts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
	return (
		<dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
			{facts.map(([term, value]) => (
				<div key={term} className="grid min-w-0 grid-cols-[8rem_minmax(0,1fr)] gap-3">
					<dt className="text-muted">{term}</dt>
					<dd className="wrap-anywhere">{value}</dd>
				</div>
			))}
		</dl>
	);
}
