import { Link, useSearchParams } from "react-router";
import { withParams } from "~/lib/address";
import { cx } from "./cx";
import { Icon } from "./icon";

interface RowToggleProps {
	id: string;
	open: boolean;
	/** What the row is about, for screen readers. */
	subject: string;
}

/** Expands or collapses a row by the query string, so one row is open at a time and stays open after a reload. */
export function RowToggle({ id, open, subject }: RowToggleProps) {
	const [params] = useSearchParams();
	return (
		<Link
			to={withParams(params, { open: open ? null : id })}
			preventScrollReset
			replace
			aria-expanded={open}
			className="row-link inline-flex min-h-11 items-center justify-end md:min-w-11 gap-1 rounded-field font-semibold text-indigo no-underline hover:underline"
		>
			{/* Without the word there is more room for the names of the rows. */}
			<span className="max-xl:sr-only">{open ? "Close" : "Details"}</span>
			<span className="sr-only"> of {subject}</span>
			<Icon name="chevron-down" size={16} className={cx("flex-none transition-transform", open && "rotate-180")} />
		</Link>
	);
}
