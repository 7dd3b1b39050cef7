import type { ReactNode } from "react";

interface DeskFactsProps {
	facts: readonly (readonly [term: string, value: ReactNode])[];
}

/** Terms and values, in two columns where both have room. */
export function DeskFacts({ facts }: DeskFactsProps) {
	return (
		<dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(18rem,40%)),1fr))] gap-x-8 gap-y-2">
			{facts.map(([term, value], index) => (
				// A term may have several values.
				<div
					key={`${term} ${facts.slice(0, index).filter(([other]) => other === term).length}`}
					className="grid min-w-0 grid-cols-[7rem_minmax(0,1fr)] gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]"
				>
					<dt className="text-muted">{term}</dt>
					<dd className="wrap-anywhere">{value}</dd>
				</div>
			))}
		</dl>
	);
}
