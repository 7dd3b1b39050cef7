import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskPage } from "~/features/desk/components/desk-page";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";
import type { DepartmentsView } from "../departments-view";

interface DepartmentsPageProps {
	settings: DepartmentsView;
	answer: DeskAnswer | undefined;
}

/** A time is wider than half a phone, and would cover the next field. */
const narrow = "grid-cols-[minmax(0,1fr)] max-sm:[&_input]:px-2";

/** How departments work: what customers choose, their hours and how fast they answer. */
export function DepartmentsPage({ settings, answer }: DepartmentsPageProps) {
	const busy = useBusy("save");
	const { version, departments, weekdays, holidays } = settings;
	const failure = answer?.failure;
	const of = (name: string, now: string) => answeredField(answer, name, now);
	return (
		<DeskPage
			title="Departments"
			lead="Times are those of Nairobi. Changes apply to the next message. Open tickets keep the time by which they are due."
		>
			<Form method="post" className="grid grid-cols-[minmax(0,1fr)] gap-4" preventScrollReset>
				<HiddenFields values={{ intent: "save", version }} />
				<FormError failure={failure} whole={["version"]} />
				{failure?.code === "changed_meanwhile" && (
					<Alert tone="pending" title="The settings as they are now">
						{departments.map(({ id, summary }) => (
							<p key={id}>{summary}</p>
						))}
						<p>Holidays: {holidays.replaceAll("\n", ", ") || "none"}</p>
					</Alert>
				)}
				{departments.map((department) => (
					<TitledCard key={department.id} title={department.label}>
						<div className="grid gap-4 sm:grid-cols-2">
							<Field
								label="What customers choose"
								{...of(department.about.name, department.about.value)}
								maxLength={60}
								required
							/>
							<Field
								label="First answer within"
								{...of(department.first.name, department.first.value)}
								inputMode="decimal"
								maxLength={6}
								suffix="hours"
								required
							/>
							<Field
								label="Later answers within"
								{...of(department.next.name, department.next.value)}
								inputMode="decimal"
								maxLength={6}
								suffix="hours"
								required
							/>
						</div>
						<fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
							<legend className="mb-2 font-medium">Hours</legend>
							<p className="text-sm text-muted">Leave both times empty on a day on which it is closed.</p>
							{department.week.map((day, index) => (
								<div key={weekdays[index]} className="grid grid-cols-2 gap-3 sm:max-w-xl">
									<Field
										label={`${weekdays[index]} from`}
										type="time"
										{...of(day.from.name, day.from.value)}
										className={narrow}
									/>
									<Field
										label={`${weekdays[index]} to`}
										type="time"
										{...of(day.to.name, day.to.value)}
										className={narrow}
									/>
								</div>
							))}
						</fieldset>
					</TitledCard>
				))}
				<TitledCard title="Holidays" lead="No department works on these days.">
					<TextareaField
						label="Days"
						{...of("holidays", holidays)}
						rows={6}
						hint="One on each line, such as: 2026-12-25 Christmas"
					/>
				</TitledCard>
				<div>
					<SubmitButton busy={busy} busyText="Saving...">
						Save
					</SubmitButton>
				</div>
			</Form>
		</DeskPage>
	);
}
