import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { TitledCard } from "~/components/ui/titled-card";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { ReminderDaysView } from "../reminder-days-view";

/** On which days customers are reminded. */
export function ReminderDaysForm({ days, answer }: { days: ReminderDaysView; answer: DeskAnswer | undefined }) {
	const busy = useBusy("remind");
	const failed = answer?.intent === "remind" ? answer : undefined;
	return (
		<TitledCard
			title="Days of reminders"
			lead="A change applies to what is due after today. No one is reminded twice of the same day, or late of a day that was added."
		>
			<Form method="post" className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4" preventScrollReset>
				<HiddenFields values={{ intent: "remind", version: days.version }} />
				<FormError failure={failed?.failure} whole={["version"]} />
				{failed?.failure.code === "changed_meanwhile" && (
					<Alert tone="pending" title="The days as they are now">
						{days.fields.map(({ name, label, value }) => (
							<p key={name}>
								{label}: {value}
							</p>
						))}
					</Alert>
				)}
				<div className="grid gap-4 sm:grid-cols-2">
					{days.fields.map(({ name, label, hint, value }) => (
						<Field
							key={`${name} ${days.version}`}
							label={label}
							name={name}
							defaultValue={failed?.values[name]?.[0] ?? value}
							error={failed?.failure.fields?.[name]}
							hint={hint}
							maxLength={60}
							required
						/>
					))}
				</div>
				<div>
					<SubmitButton busy={busy} busyText="Saving...">
						Save
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}
