import { Form } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Sum } from "~/components/ui/sum";
import { TitledCard } from "~/components/ui/titled-card";
import type { ChangePreview, ChangeView } from "../change-view";

interface ChangePreviewProps {
	/** The current plan's name. */
	name: string;
	chosen: NonNullable<ChangeView["chosen"]>;
	agreement: string;
}

/** The cost of a change today and from the next renewal, with the button that agrees to it. */
export function ChangePreviewCard({ name, chosen: { title, refused, preview }, agreement }: ChangePreviewProps) {
	const busy = useBusy();
	if (!preview) return <Alert tone="danger" role="status" title={refused?.message} />;
	const { agreed, due, today } = preview;
	return (
		<TitledCard title={`${name} to ${title}`} lead={`${preview.span} left in your term.`} size="md" chosen>
			<Sums preview={preview} />
			<p className="max-w-measure text-sm text-muted">
				{[preview.note, nextSteps(preview, title)].filter(Boolean).join(" ")}
			</p>
			<Form method="post">
				<HiddenFields values={{ ...agreed, key: agreement }} />
				<SubmitButton busy={busy} busyText="Ordering the change...">
					{due ? `Agree and pay ${today}` : `Change to ${title} now`}
				</SubmitButton>
			</Form>
		</TitledCard>
	);
}

function Sums({ preview: { rows, today, credit, renews, renewal } }: { preview: ChangePreview }) {
	return (
		<dl className="grid gap-2 tabular-nums">
			{rows.map(({ label, text }) => (
				<Sum key={label} label={label} text={text} />
			))}
			{credit && <Sum label="Becomes your credit" text={credit} strong ruled />}
			<Sum label="To pay today" text={today} strong ruled={!credit} />
			<Sum label={`From ${renews} on, before tax`} text={renewal} />
		</dl>
	);
}

function nextSteps({ due, credit, renews }: ChangePreview, title: string): string {
	const term = `Your term still ends on ${renews}.`;
	if (due) return `The plan changes within minutes after you pay. The price is valid for one day. ${term}`;
	if (credit)
		return `The plan changes within minutes. Use the credit for your next invoice, or ask us for a refund. ${term}`;
	return `There is nothing to pay. The plan changes to ${title} within minutes. ${term}`;
}
