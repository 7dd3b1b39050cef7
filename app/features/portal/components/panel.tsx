import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";

interface PanelProps {
	id: string;
	title: string;
	/** Where the whole of it is. */
	more?: { href: string; label: string };
	children: ReactNode;
	className?: string;
}

/** One part of the overview. */
export function Panel({ id, title, more, children, className }: PanelProps) {
	return (
		<Card as="section" aria-labelledby={id} className={className}>
			<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
				<Heading level={2} size="sm" id={id}>
					{title}
				</Heading>
				{more && (
					<Link to={more.href} className="link inline-flex min-h-11 items-center">
						{more.label}
					</Link>
				)}
			</div>
			{children}
		</Card>
	);
}
