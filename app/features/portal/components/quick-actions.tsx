import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import { Panel } from "./panel";

const actions: readonly { href: string; label: string; icon: IconName }[] = [
	{ href: "/domains/search", label: "New Domain", icon: "globe" },
	{ href: "/dashboard/hosting#add", label: "Add Hosting", icon: "server" },
	{ href: "/dashboard/projects/new", label: "Start Project", icon: "folder-kanban" },
	{ href: "/dashboard/cart", label: "View Cart", icon: "shopping-cart" },
];

export function QuickActions() {
	return (
		<Panel id="quick-actions" title="Quick Actions">
			<ul className="grid grid-cols-2 gap-3 pt-3">
				{actions.map(({ href, label, icon }) => (
					<li key={href}>
						<a
							href={href}
							className="flex h-full min-h-20 flex-col justify-between gap-2 rounded-field border border-line p-3 font-semibold text-ink no-underline hover:border-edge hover:bg-lake-wash"
						>
							<Icon name={icon} className="flex-none text-lake" />
							{label}
						</a>
					</li>
				))}
			</ul>
		</Panel>
	);
}
