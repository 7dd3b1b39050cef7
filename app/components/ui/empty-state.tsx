import type { ReactNode } from "react";
import { Heading } from "./heading";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";

interface EmptyStateProps {
	icon: IconName;
	title: string;
	/** Why the list is empty and what to do next. */
	children?: ReactNode;
	/** The button or link for the next step. */
	action?: ReactNode;
	level?: 1 | 2 | 3;
}

export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
	return (
		<div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
			<span className="rounded-full bg-lake-wash p-4 text-lake">
				<Icon name={icon} size={32} />
			</span>
			<Heading level={level} size="md">
				{title}
			</Heading>
			{children && <div className="max-w-measure text-muted">{children}</div>}
			{action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
		</div>
	);
}
