import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { controlClasses } from "~/components/forms/field-frame";
import { SubmitButton } from "~/components/forms/submit";
import { TitledSection } from "~/components/ui/titled-section";
import type { Task } from "../project-contents";
import { TaskItem } from "./task-item";
import { useReorder } from "./use-reorder";

export function TaskList({ projectId, tasks }: { projectId: string; tasks: readonly Task[] }) {
	const { ordered, list, handle, message, failure } = useReorder(projectId, tasks);
	const done = tasks.filter(({ completed }) => completed).length;
	return (
		<TitledSection
			title="Tasks"
			size="xs"
			beside={
				tasks.length > 0 && (
					<span className="text-sm tabular-nums text-muted">
						{done} of {tasks.length} done
					</span>
				)
			}
		>
			{tasks.length === 0 && <p className="text-muted">No tasks yet. Add the first one.</p>}
			<ul ref={list} className="grid">
				{ordered.map((task, index) => (
					<TaskItem key={task.id} task={task} index={index} count={ordered.length} handle={handle(task, index)} />
				))}
			</ul>
			<p className="sr-only" aria-live="polite">
				{message}
			</p>
			<ChangeError failure={failure} />
			<ChangeForm change={{ intent: "add-task", projectId }} resetOnSuccess className="grid gap-1.5">
				{({ busy, failure, values }) => (
					<>
						<div className="flex gap-2">
							<input
								name="name"
								aria-label="New task"
								placeholder="What needs to be done?"
								required
								maxLength={200}
								defaultValue={values?.name}
								aria-invalid={failure ? true : undefined}
								className={controlClasses}
							/>
							<SubmitButton busy={busy} variant="secondary" className="flex-none">
								Add<span className="sr-only"> task</span>
							</SubmitButton>
						</div>
						<ChangeError failure={failure} />
					</>
				)}
			</ChangeForm>
		</TitledSection>
	);
}
