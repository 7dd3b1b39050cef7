import type { ReactNode } from "react";

/** The empty state inside a panel: what would stand here, and how to get it. */
export function EmptyPanel({ children, action }: { children: ReactNode; action?: ReactNode }) {
	return (
		<div className="grid justify-items-start gap-4">
			<p className="max-w-measure text-muted">{children}</p>
			{action}
		</div>
	);
}
