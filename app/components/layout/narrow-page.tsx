import type { ReactNode } from "react";
import { Card } from "../ui/card";
import { Heading } from "../ui/heading";

interface NarrowPageProps {
	title: ReactNode;
	/** One or two sentences under the title. */
	lead?: ReactNode;
	children: ReactNode;
	/** Below the card, such as a link to a related page. */
	footer?: ReactNode;
	/** For the answer to a form: islands/live-form.ts moves the focus to the heading. */
	focusHeading?: boolean;
}

/** Layout of pages with a single task, such as sign-in or registration. */
export function NarrowPage({ title, lead, children, footer, focusHeading = false }: NarrowPageProps) {
	return (
		<div className="page-column py-8 sm:py-16">
			<div className="mx-auto grid max-w-narrow gap-6">
				<header className="grid gap-2">
					<Heading level={1} size="lg" dot takesFocus={focusHeading}>
						{title}
					</Heading>
					{lead && <p className="text-muted">{lead}</p>}
				</header>
				<Card chosen className="pt-8 sm:pt-9">
					{children}
				</Card>
				{footer && <p className="text-center text-muted">{footer}</p>}
			</div>
		</div>
	);
}
