import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Heading } from "../../ui/heading";
import { Icon } from "../../ui/icon";
import { useAutoClosePopover } from "../../ui/use-auto-close-popover";

interface ListHeadingProps {
	title: string;
	lead: string;
	/** Filters or a search are in use. */
	filtered?: boolean;
	/** The page has ListTools. */
	tools?: boolean;
	/** The primary button. */
	children?: ReactNode;
}

const toolsId = "list-tools";

/** The title of a list, with its primary button. On a phone, with a button that opens the other tools. */
export function ListHeading({ title, lead, filtered = false, tools = false, children }: ListHeadingProps) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-3 md:items-end">
			<div className="grid min-w-0 flex-1 basis-24 gap-1.5">
				<Heading level={1} size="lg" dot>
					{title}
				</Heading>
				<p className="text-muted max-md:hidden">{lead}</p>
			</div>
			<div className="flex max-w-full flex-wrap gap-2">
				{children}
				{tools && (
					<button
						type="button"
						popoverTarget={toolsId}
						className="relative hidden size-11 items-center justify-center rounded-full border border-edge/50 bg-surface max-md:popovers:flex"
					>
						<Icon name="sliders-horizontal" />
						<span className="sr-only">Search, filter and more{filtered && ", in use"}</span>
						{filtered && <span className="absolute end-0 top-0 size-3 rounded-full bg-sun" aria-hidden="true" />}
					</button>
				)}
			</div>
		</div>
	);
}

/** Search, filters and secondary buttons of a list: a row on a large screen, a popover on a phone, also without script. */
export function ListTools({ label, buttons, children }: { label: string; buttons?: ReactNode; children?: ReactNode }) {
	const popover = useAutoClosePopover<HTMLElement>(useLocation().key);
	return (
		<section ref={popover} id={toolsId} popover="auto" aria-label={label} className="list-tools">
			{children && <div className="min-w-0 flex-1 basis-96">{children}</div>}
			{buttons && <div className="flex flex-wrap gap-3 md:pt-[2.05rem]">{buttons}</div>}
		</section>
	);
}
