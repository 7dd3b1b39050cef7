import type { ReactNode } from "react";
import { cx } from "../ui/cx";
import { Heading } from "../ui/heading";

interface SectionProps {
	/** The section's anchor. Also labels it for screen readers. */
	id: string;
	title: ReactNode;
	lead?: ReactNode;
	/** Uses the other background colour. */
	raised?: boolean;
	/** Puts the heading to the left of the content on a wide screen. */
	beside?: boolean;
	/** A picture: to the right of heading and content on a wide screen, below them on a narrow one. */
	picture?: ReactNode;
	className?: string;
	children: ReactNode;
}

/** A section of a public page. */
export function Section({
	id,
	title,
	lead,
	raised = false,
	beside = false,
	picture,
	className,
	children,
}: SectionProps) {
	return (
		<section
			id={id}
			aria-labelledby={`${id}-title`}
			className={cx("rendered-when-near py-6 sm:py-16", raised && "border-y border-line bg-surface")}
		>
			<div
				className={cx(
					"page-column grid grid-cols-1 gap-5 sm:gap-8",
					beside && "lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-12",
					className,
				)}
			>
				<header className={cx("grid content-start gap-2 sm:gap-3", beside && "lg:sticky lg:top-24 lg:self-start")}>
					<Heading level={2} size="md" id={`${id}-title`}>
						{title}
					</Heading>
					{lead && <p className="max-w-measure text-muted sm:text-lg">{lead}</p>}
				</header>
				{beside && <div className="grid grid-cols-1 content-start gap-8">{children}</div>}
				{picture && (
					<div className="grid grid-cols-1 items-center gap-6 lg:grid-cols-2 lg:gap-12">
						<div className="grid grid-cols-1 gap-6">{children}</div>
						{picture}
					</div>
				)}
				{!beside && !picture && children}
			</div>
		</section>
	);
}
