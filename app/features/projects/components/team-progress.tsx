import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TitledCard } from "~/components/ui/titled-card";
import { projectStatuses, projectStatusName } from "../project";
import type { TeamAnswer } from "../team-answer";
import type { TeamProjectView } from "../team-view";
import { TeamForm } from "./team-form";

interface TeamProgressProps {
	by: string;
	project: TeamProjectView;
	/** If so, the progress follows the tasks. */
	hasTasks: boolean;
	answer: TeamAnswer | undefined;
}

/** Form for the status, progress and due date. */
export function TeamProgress({ by, project, hasTasks, answer }: TeamProgressProps) {
	const { status, progress, dueDate } = project;
	return (
		<TitledCard title="Status and progress">
			<TeamForm
				key={[status, progress, dueDate].join()}
				hiddenFields={{ intent: "update", by }}
				answer={answer}
				className="grid items-start gap-4 sm:grid-cols-2"
			>
				{({ busy, failure, values }) => (
					<>
						<SelectField
							name="status"
							label="Status"
							defaultValue={values?.status ?? status}
							error={failure?.fields?.status}
						>
							{projectStatuses.map((one) => (
								<option key={one} value={one}>
									{projectStatusName[one]}
								</option>
							))}
						</SelectField>
						<Field
							name="dueDate"
							type="date"
							label="Due date"
							defaultValue={values?.dueDate ?? dueDate ?? ""}
							error={failure?.fields?.dueDate}
						/>
						{hasTasks ? (
							<p className="text-muted sm:col-span-2">
								The progress is {progress}% and follows the tasks. Tick them off to change it.
							</p>
						) : (
							<Field
								name="progress"
								label="Progress"
								inputMode="numeric"
								suffix="%"
								required
								maxLength={3}
								defaultValue={values?.progress ?? String(progress)}
								error={failure?.fields?.progress}
							/>
						)}
						<div className="sm:col-span-2">
							<SubmitButton busy={busy} busyText="Saving..." variant="secondary">
								Save Changes
							</SubmitButton>
						</div>
					</>
				)}
			</TeamForm>
		</TitledCard>
	);
}
