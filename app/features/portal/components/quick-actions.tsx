import { Icon } from "~/components/ui/icon";
import { listedPages } from "~/portal-pages";
import { Panel } from "./panel";

const actions = listedPages.flatMap(({ href, icon, action }) => (action && icon ? [{ href, icon, action }] : []));

export function QuickActions() {
	return (
		<Panel title="Quick Actions">
			<ul className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
				{actions.map(({ href, action, icon }) => (
					<li key={href}>
						<a
							href={href}
							className="flex h-full min-h-20 flex-col justify-between gap-2 rounded-field border border-line p-3 font-semibold text-ink no-underline hover:border-edge hover:bg-lake-wash"
						>
							<Icon name={icon} className="flex-none text-lake" />
							{action}
						</a>
					</li>
				))}
			</ul>
		</Panel>
	);
}
