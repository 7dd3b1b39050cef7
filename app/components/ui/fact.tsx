import type { ReactNode } from "react";

/** A list of terms and values. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">{children}</dl>;
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{term}</dt>
			<dd className="break-words">{children}</dd>
		</>
	);
}
