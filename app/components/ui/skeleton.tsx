import { cx } from "./cx";

/** Holds the place of what is on its way; size it with `className`. Say "Loading" beside it, for those who don't see it. */
export function Skeleton({ className }: { className?: string }) {
	return <div className={cx("animate-pulse rounded-field bg-line", className ?? "h-5 w-full")} aria-hidden="true" />;
}
