import type { ReactNode } from "react";
import { cx } from "./cx";

/** The frame of a list. Phones have no room for it. */
export const ListCard = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
	<div className={cx("md:rounded-card md:border md:border-line md:bg-surface md:px-6 md:py-2", className)}>
		{children}
	</div>
);
