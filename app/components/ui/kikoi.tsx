import { cx } from "./cx";

/** A striped band like a kikoi, the striped cotton cloth of the Kenyan coast. */
export function KikoiBand({ className }: { className?: string }) {
	return <div className={cx("kikoi", className)} aria-hidden="true" />;
}
