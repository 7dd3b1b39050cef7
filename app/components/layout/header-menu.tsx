import type { ReactNode } from "react";
import { Icon } from "../ui/icon";
import type { NavLink } from "./site-nav";

interface HeaderMenuProps {
	label: string;
	links: readonly NavLink[];
	children?: ReactNode;
}

/** A `<details>` menu that opens without script. Only one with this name is open. islands/site-header.ts closes it. */
export function HeaderMenu({ label, links, children }: HeaderMenuProps) {
	return (
		<details name="site-menu" className="group relative">
			<summary className="inline-flex min-h-11 items-center gap-1 rounded-full px-3 text-muted group-open:text-ink hover:text-ink">
				{label}
				<Icon name="chevron-down" size={16} className="flex-none transition-transform group-open:rotate-180" />
			</summary>
			<div className="absolute start-0 top-full mt-2 w-80 rounded-card border border-line bg-surface p-2 shadow-float">
				<ul>
					{links.map((link) => (
						<li key={link.href}>
							<a href={link.href} className="flex items-start gap-3 rounded-field px-3 py-2.5 hover:bg-lake-wash">
								{link.icon && <Icon name={link.icon} className="mt-0.5 flex-none text-lake" />}
								<span>
									<span className="block font-semibold">{link.label}</span>
									{link.note && <span className="block text-sm text-muted">{link.note}</span>}
								</span>
							</a>
						</li>
					))}
				</ul>
				{children}
			</div>
		</details>
	);
}
