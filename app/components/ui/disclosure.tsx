import type { ReactNode } from "react";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";

interface DisclosureProps {
	icon: IconName;
	title: string;
	/** Whether it starts open. */
	open?: boolean;
	className?: string;
	/** Of the title, to focus it. */
	id?: string;
	/** The letter that opens it with the keyboard, if it is in a list with keys. */
	letter?: string | undefined;
	children: ReactNode;
}

/** A title that shows and hides what few people need. Works without script, also inside another one. */
export function Disclosure({ icon, title, open, className, id, letter, children }: DisclosureProps) {
	return (
		<details open={open} className={className}>
			<summary
				id={id}
				data-key={letter}
				className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden"
			>
				<Icon name={icon} size={16} className="flex-none text-lake" />
				{title}
				<Icon name="chevron-down" className="ms-auto flex-none text-muted [details[open]>summary>&]:rotate-180" />
			</summary>
			<div className="mt-2">{children}</div>
		</details>
	);
}
