import type { ReactNode } from "react";
import { Heading } from "../ui/heading";

/** The short top of a page where the form leads. */
export const ToolHead = ({ title, lead }: { title: ReactNode; lead: ReactNode }) => (
	<header className="page-column grid gap-2 pt-6 pb-6 sm:pt-12">
		<Heading level={1} size="lg" dot>
			{title}
		</Heading>
		<p className="max-w-measure text-muted sm:text-lg">{lead}</p>
	</header>
);
