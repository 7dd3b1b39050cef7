import { Section } from "~/components/layout/section";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import type { EnquiryKind } from "../enquiry";
import { EnquiryForm } from "./enquiry-form";

interface EnquirySectionProps {
	kind: EnquiryKind;
	title: string;
	lead: string;
}

const steps = [
	"You get a reference right away, and a confirmation by email.",
	"Someone from our team reads it. We work seven days a week.",
	"We reply with a price and a date, or with questions if we need to know more.",
];

/** A form on a public page, with what happens after it is sent. */
export function EnquirySection({ kind, title, lead }: EnquirySectionProps) {
	return (
		<Section
			id={kind}
			title={title}
			lead={lead}
			className="lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]"
		>
			<Card chosen className="pt-6 sm:pt-9 lg:col-start-2 lg:row-span-2 lg:row-start-1">
				<EnquiryForm kind={kind} />
			</Card>
			<div className="grid content-start gap-3">
				<Heading level={3}>What happens next</Heading>
				<ol className="grid list-decimal gap-1 ps-5 text-sm text-muted marker:text-sun sm:gap-2 sm:text-base">
					{steps.map((step) => (
						<li key={step}>{step}</li>
					))}
				</ol>
			</div>
		</Section>
	);
}
