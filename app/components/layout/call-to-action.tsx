import type { ReactNode } from "react";
import { brand } from "~/brand";
import { SignalRings } from "../illustrations/signal-rings";
import { Heading } from "../ui/heading";
import { Icon } from "../ui/icon";

interface CallToActionProps {
	title: ReactNode;
	lead: ReactNode;
	/** One or two buttons. */
	children: ReactNode;
}

/** The end of a public page: what to do next, and whom to ask. The footer joins it (app.css). */
export function CallToAction({ title, lead, children }: CallToActionProps) {
	return (
		<section
			data-closing
			className="rendered-when-near relative overflow-clip bg-band py-12 text-on-band sm:py-20 print:hidden"
			aria-labelledby="closing"
		>
			<SignalRings className="absolute -end-24 top-1/2 hidden w-120 -translate-y-1/2 text-on-band/20 lg:block" />
			<div className="page-column relative grid gap-6">
				<Heading level={2} size="lg" id="closing" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-lg text-on-band/85">{lead}</p>
				<div className="flex flex-wrap items-center gap-3">
					{children}
					<a
						href={brand.phone.href}
						className="inline-flex min-h-11 items-center gap-2 px-2 font-semibold underline-offset-4 hover:underline"
					>
						<Icon name="phone" />
						{brand.phone.display}
					</a>
				</div>
			</div>
		</section>
	);
}
