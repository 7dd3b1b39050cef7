import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import type { TeamAnswer } from "../team-answer";
import { teamMembers } from "../team-members";
import type { TeamTaskView } from "../team-view";
import { TeamForm } from "./team-form";

interface TeamTasksProps {
	by: string;
	/** New for each page, so that pressing twice adds one task. */
	sendKey: string;
	customer: string;
	tasks: readonly TeamTaskView[];
	answer: TeamAnswer | undefined;
}

export function TeamTasks({ by, sendKey, customer, tasks, answer }: TeamTasksProps) {
	return (
		<TitledCard title="Tasks">
			{tasks.length === 0 && <p className="text-muted">No tasks yet.</p>}
			<ul className="grid">
				{tasks.map((task) => (
					<li key={task.id} className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
						<ToggleTask by={by} task={task} answer={answer} />
						{!task.completed && (
							<Assign key={task.assignee?.id} by={by} customer={customer} task={task} answer={answer} />
						)}
					</li>
				))}
			</ul>
			<TeamForm
				key={sendKey}
				hiddenFields={{ intent: "add-task", by, key: sendKey }}
				answer={answer}
				className="grid gap-3 border-t border-line pt-4"
			>
				{({ busy, failure, values }) => (
					<>
						<Field
							name="name"
							label="New task"
							required
							maxLength={200}
							defaultValue={values?.name}
							error={failure?.fields?.name}
						/>
						<SelectField name="assignee" label="Who does it" defaultValue={values?.assignee ?? "customer"}>
							<People customer={customer} />
						</SelectField>
						<SubmitButton busy={busy} busyText="Adding..." variant="secondary" className="justify-self-start">
							Add Task
						</SubmitButton>
					</>
				)}
			</TeamForm>
		</TitledCard>
	);
}

interface TaskProps extends Pick<TeamTasksProps, "by" | "answer"> {
	task: TeamTaskView;
}

function ToggleTask({ by, task: { id, name, completed }, answer }: TaskProps) {
	return (
		<TeamForm
			hiddenFields={{ intent: "turn", by, taskId: id, completed: completed ? "off" : "on" }}
			answer={answer}
			className="flex items-start justify-between gap-3"
		>
			{({ busy }) => (
				<>
					<span className={cx("min-w-0 pt-2 break-words", completed && "text-muted line-through")}>{name}</span>
					<SubmitButton busy={busy} variant="quiet" className="flex-none">
						<span className="flex items-center gap-2">
							<Icon name={completed ? "rotate-ccw" : "check"} size={20} />
							{completed ? "Reopen" : "Tick Off"}
						</span>
						<span className="sr-only"> {name}</span>
					</SubmitButton>
				</>
			)}
		</TeamForm>
	);
}

function Assign({ by, customer, task: { id, name, assignee }, answer }: TaskProps & { customer: string }) {
	return (
		<TeamForm
			hiddenFields={{ intent: "assign", by, taskId: id }}
			answer={answer}
			className="flex flex-wrap items-end gap-3"
		>
			{({ busy }) => (
				<>
					<SelectField
						name="assignee"
						label={
							<span className="text-sm font-normal text-muted">
								Who does it<span className="sr-only">: {name}</span>
							</span>
						}
						defaultValue={assignee?.id ?? ""}
						className="min-w-0 flex-1 basis-40"
					>
						<People customer={customer} />
					</SelectField>
					<SubmitButton busy={busy} variant="secondary" className="min-h-12">
						Assign<span className="sr-only"> {name}</span>
					</SubmitButton>
				</>
			)}
		</TeamForm>
	);
}

const People = ({ customer }: { customer: string }) => (
	<>
		<option value="">No one yet</option>
		<option value="customer">{customer} (customer)</option>
		{teamMembers.map(({ id, name, role }) => (
			<option key={id} value={id}>
				{name} ({role})
			</option>
		))}
	</>
);
