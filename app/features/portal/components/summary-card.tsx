import { Link } from "react-router";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";

interface SummaryCardProps {
	label: string;
	value: string;
	/** One line of context. */
	note: string;
	icon: IconName;
	href: string;
}

/** A figure that links to its list. */
export function SummaryCard({ label, value, note, icon, href }: SummaryCardProps) {
	return (
		<li className="relative grid grid-rows-[1fr_auto_auto] gap-1 rounded-card border border-line bg-surface p-4 hover:border-edge">
			<div className="flex items-start justify-between gap-2">
				<Link
					to={href}
					className="font-medium text-muted max-sm:text-sm no-underline after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-indigo"
				>
					{label}
				</Link>
				<Icon name={icon} className="hidden flex-none text-lake sm:block" />
			</div>
			<p
				className={cx(
					"font-display font-semibold tracking-tight tabular-nums",
					value.length > 11 ? "text-lg sm:text-xl" : "text-2xl",
				)}
			>
				{value}
			</p>
			<p className="text-sm text-muted">{note}</p>
		</li>
	);
}
