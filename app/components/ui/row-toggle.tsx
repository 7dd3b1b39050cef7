import { Link, useSearchParams } from "react-router";
import { withParams } from "~/lib/address";
import { cx } from "./cx";
import { Icon } from "./icon";

interface RowToggleProps {
	id: string;
	open: boolean;
	/** What the row is about, for those who hear the link alone. */
	subject: string;
}

/** Opens and closes a row through the address: one at a time, and the same one after a reload. */
export function RowToggle({ id, open, subject }: RowToggleProps) {
	const [params] = useSearchParams();
	return (
		<Link
			to={withParams(params, { open: open ? null : id })}
			preventScrollReset
			replace
			aria-expanded={open}
			className="inline-flex min-h-11 items-center gap-1 rounded-field font-semibold text-indigo no-underline hover:underline"
		>
			{open ? "Close" : "Details"}
			<span className="sr-only"> of {subject}</span>
			<Icon name="chevron-down" size={16} className={cx("flex-none transition-transform", open && "rotate-180")} />
		</Link>
	);
}
