import { Icon } from "~/components/ui/icon";
import { Panel } from "./panel";
import { quickActions } from "./quick-action-links";

export function QuickActions() {
	return (
		<Panel title="Quick Actions">
			<ul className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
				{quickActions.map(({ href, label, icon }) => (
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
