import { cx } from "./cx";
import { Heading } from "./heading";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";

export interface Feature {
	readonly icon: IconName;
	readonly title: string;
	readonly text: string;
	readonly href?: string;
}

/**
 * Features, each with an icon, a title and a sentence. A feature with `href` is a link as a whole. The column counts
 * avoid gaps: three items go in one row or one column, more go in two or three columns.
 * @param stacked one column at every width
 */
export function FeatureGrid({ items, stacked = false }: { items: readonly Feature[]; stacked?: boolean }) {
	const three = items.length === 3;
	const links = items.every(({ href }) => href);
	return (
		<ul
			className={cx(
				"grid gap-y-2.5 sm:gap-y-4",
				links ? "grid-cols-2 gap-x-4 sm:gap-x-10" : "gap-x-10",
				!stacked && "lg:grid-cols-3",
				!stacked && (three ? "md:grid-cols-3 md:gap-x-6 lg:gap-x-10" : "sm:grid-cols-2 sm:gap-y-8"),
			)}
		>
			{items.map(({ icon, title, text, href }) => (
				<li
					key={title}
					className={cx(
						"relative grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 border-t border-line pt-2.5 sm:gap-x-4 sm:gap-y-1 sm:pt-5",
						links && "max-sm:items-center",
						three && !stacked && "md:max-lg:grid-cols-1 md:max-lg:gap-y-2",
						href && "transition-colors hover:border-lake",
					)}
				>
					<span className="row-span-2 inline-flex size-9 items-center justify-center rounded-field bg-lake-wash text-lake sm:size-11">
						<Icon name={icon} size={24} />
					</span>
					<Heading level={3} className="max-sm:font-sans max-sm:text-base max-sm:tracking-normal">
						{href ? (
							<a className="after:absolute after:inset-0 hover:underline" href={href}>
								{title}
								<Icon name="arrow-right" size={16} className="ms-2 inline max-sm:hidden" />
							</a>
						) : (
							title
						)}
					</Heading>
					{/* On a phone, links show only their titles, in two columns. */}
					<p className={cx("text-sm text-muted sm:text-base", links && "max-sm:hidden")}>{text}</p>
				</li>
			))}
		</ul>
	);
}
