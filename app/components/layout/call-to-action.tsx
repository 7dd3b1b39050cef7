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

/** The last section of a public page, with the next step and our phone number. No margin before the footer (app.css). */
export function CallToAction({ title, lead, children }: CallToActionProps) {
	return (
		<section
			data-call-to-action
			className="rendered-when-near relative overflow-clip bg-band py-12 text-on-band sm:py-20 print:hidden"
			aria-labelledby="call-to-action"
		>
			<SignalRings className="absolute -end-24 top-1/2 hidden w-120 -translate-y-1/2 text-on-band/20 lg:block" />
			<div className="page-column relative grid gap-6">
				<Heading level={2} size="lg" id="call-to-action" dot>
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
