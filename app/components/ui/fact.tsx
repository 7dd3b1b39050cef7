import type { ReactNode } from "react";
import { cx } from "./cx";

/** A list of terms and values. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">{children}</dl>;
}

export function Fact({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
	return (
		<>
			<dt className={cx("text-muted", className)}>{term}</dt>
			<dd className={cx("break-words", className)}>{children}</dd>
		</>
	);
}
