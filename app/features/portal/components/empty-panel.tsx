import type { ReactNode } from "react";

/** The empty state of a panel. */
export function EmptyPanel({ children, action }: { children: ReactNode; action?: ReactNode }) {
	return (
		<div className="grid justify-items-start gap-4">
			<p className="max-w-measure text-muted">{children}</p>
			{action}
		</div>
	);
}
