import type { ReactNode } from "react";
import { cx } from "./cx";

interface SkeletonProps {
	className?: string;
	/** Invisible placeholder text about as long as the final text. It sets the size. */
	children?: ReactNode;
}

/** A placeholder for loading content, sized by `className` or its children. Add a "Loading" text for screen readers. */
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
