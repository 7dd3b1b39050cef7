import { cx } from "./cx";

/** The striped cotton of the coast, six pixels high. */
export function KikoiBand({ className }: { className?: string }) {
	return <div className={cx("kikoi", className)} aria-hidden="true" />;
}
