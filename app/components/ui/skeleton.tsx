import type { ReactNode } from "react";
import { cx } from "./cx";

interface SkeletonProps {
	className?: string;
	/** Words as long as those that will stand here: they give the measures and are not seen. */
	children?: ReactNode;
}

/** Holds the place of what is on its way; size it with `className` or words. Say "Loading" beside it, for those who don't see it. */
export function Skeleton({ className, children }: SkeletonProps) {
	return (
		<div
			className={cx(
				"animate-pulse rounded-field",
				className ?? (children ? undefined : "h-5 w-full"),
				"border-transparent bg-line text-transparent select-none",
			)}
			aria-hidden="true"
		>
			{children}
		</div>
	);
}
