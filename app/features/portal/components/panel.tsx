import type { ReactNode } from "react";
import { Link } from "react-router";
import { TitledCard } from "~/components/ui/titled-card";

interface PanelProps {
	title: string;
	/** Link to the full list. */
	more?: { href: string; label: string };
	children: ReactNode;
}

export function Panel({ title, more, children }: PanelProps) {
	const link = more && (
		<Link to={more.href} className="link-alone -my-2.5">
			{more.label}
		</Link>
	);
	return (
		<TitledCard title={title} beside={link}>
			{children}
		</TitledCard>
	);
}
