import { Form } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { cx } from "~/components/ui/cx";
import { TitledCard } from "~/components/ui/titled-card";
import type { ChangePreview, ChangeView } from "../change-view";

interface ChangePreviewProps {
	/** The plan as it is. */
	name: string;
	chosen: NonNullable<ChangeView["chosen"]>;
	agreement: string;
}

/** What a change costs today and from its next renewal on, with the button that agrees to exactly that. */
export function ChangePreviewCard({ name, chosen: { title, refused, preview }, agreement }: ChangePreviewProps) {
	const busy = useBusy();
	if (!preview) return <Alert tone="danger" role="status" title={refused?.message} />;
	const { agreed, due, today } = preview;
	return (
		<TitledCard title={`${name} to ${title}`} lead={`${preview.span} of your term are left.`} size="md" chosen>
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

interface SumProps {
	label: string;
	text: string;
	strong?: boolean;
	/** Under a line: what the ones above come to. */
	ruled?: boolean;
}

function Sum({ label, text, strong = false, ruled = false }: SumProps) {
	return (
		<div
			className={cx(
				"flex items-baseline justify-between gap-4",
				strong && "font-semibold",
				ruled && "mt-2 border-t border-line pt-4",
			)}
		>
			<dt className={strong ? undefined : "text-muted"}>{label}</dt>
			<dd className={cx("whitespace-nowrap", strong && "font-display text-lg")}>{text}</dd>
		</div>
	);
}

function nextSteps({ due, credit, renews }: ChangePreview, title: string): string {
	const term = `Your term stays as it is and ends on ${renews}.`;
	if (due) return `The plan changes within minutes of its payment; the price holds for a day. ${term}`;
	if (credit)
		return `The plan changes within minutes. Pay your next invoice with the credit, or ask us for it. ${term}`;
	return `There is nothing to pay or to give back: the plan becomes ${title} within minutes. ${term}`;
}
